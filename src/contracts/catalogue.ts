import { capacity } from "./capacity.js";
import { echo } from "./echo.js";
import { agrees, grows, listed, shrinks, unlisted, untouched } from "./list-formulas.js";
import type { CatalogueFormula } from "./named-formula.js";
import { absent, eachExists, exists, fresh, gone, upserts } from "./presence-formulas.js";
import { related, unrelated } from "./related.js";
import { cascade, integrity, orphan, refers, restrict } from "./relation-formulas.js";
import { allowedIn, begins, leadsTo } from "./status-formulas.js";
import { unique } from "./unique.js";

/** Every formula that Piolet writes, recognises, and lets a user name with `use`. */
export const CATALOGUE: readonly CatalogueFormula[] = [
  fresh,
  refers,
  absent,
  allowedIn,
  restrict,
  exists,
  eachExists,
  upserts,
  echo,
  listed,
  agrees,
  grows,
  untouched,
  related,
  begins,
  leadsTo,
  gone,
  unlisted,
  shrinks,
  unrelated,
  cascade,
  orphan,
  integrity,
  unique,
  capacity,
];

export function formulaNamed(name: string): CatalogueFormula | undefined {
  return CATALOGUE.find((formula) => formula.name === name);
}
