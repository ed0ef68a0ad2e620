import type { MetaProperty } from "./meta-property.js";
import { delayedEffect } from "./properties/delayed-effect.js";
import { callsCommute, orderMatters } from "./properties/either-order.js";
import { idempotentCall } from "./properties/idempotent-call.js";
import { listOrder } from "./properties/list-order.js";
import { pagingBoundary } from "./properties/paging-boundary.js";
import { readYourWrites } from "./properties/read-your-writes.js";
import { responseEquality } from "./properties/response-equality.js";
import { responseInequality } from "./properties/response-inequality.js";
import { stateDecrease, stateIncrease } from "./properties/state-growth.js";
import { stateIdentity } from "./properties/state-identity.js";
import { stateIdentityWithChange } from "./properties/state-identity-with-change.js";
import { stateMutation } from "./properties/state-mutation.js";
import { uniquenessBoundary } from "./properties/uniqueness-boundary.js";
import { unusableId } from "./properties/unusable-id.js";
import { validationBoundary } from "./properties/validation-boundary.js";

/** All that is looked for: the seven of the paper, then further ones. */
export const META_PROPERTIES: readonly MetaProperty[] = [
  responseEquality,
  responseInequality,
  stateIdentity,
  stateMutation,
  stateIdentityWithChange,
  stateIncrease,
  stateDecrease,
  delayedEffect,
  idempotentCall,
  unusableId,
  readYourWrites,
  uniquenessBoundary,
  validationBoundary,
  pagingBoundary,
  listOrder,
  callsCommute,
  orderMatters,
];
