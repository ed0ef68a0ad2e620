import type { Call } from "#calls/call";
import type { Api, Operation } from "#openapi/api";
import { PROVOKE } from "#semantics/life";

/** How the ids of calls begin that are made as somebody else than the run usually is. */
export const AS_OTHER = `${PROVOKE}as another: `;
export const AS_NOBODY = `${PROVOKE}as nobody: `;
export const WRONGLY = `${PROVOKE}with wrong credentials: `;

/** The call as a user of the auth file, or as nobody. */
export function as(actor: string | null, call: Call): Call {
  return { ...call, actor };
}

/** Whether nobody may call it without proving who they are. A client certificate cannot be left at home. */
export function isSecured({ securitySchemes }: Api, { security }: Operation): boolean {
  return (
    security.length > 0 &&
    security.every((requirement) => {
      const names = Object.keys(requirement);
      return names.length > 0 && names.every((name) => schemeOf(securitySchemes, name)?.type !== "mutualTLS");
    })
  );
}

export function schemeOf(schemes: Api["securitySchemes"], name: string) {
  return Object.hasOwn(schemes, name) ? schemes[name] : undefined;
}
