export const always = { kind: "always" };
export function present(map, ...key) {
  return { kind: "present", map, key };
}
export function absent(map, ...key) {
  return not(present(map, ...key));
}
export function and(...parts) {
  return { kind: "and", parts };
}
export function or(...parts) {
  return { kind: "or", parts };
}
export function not(part) {
  return { kind: "not", part };
}
export function implies(condition, conclusion) {
  return or(not(condition), conclusion);
}
export function compare(left, operator, right) {
  return { kind: "compare", operator, left, right };
}
export function forall(bound, where) {
  return { kind: "forall", variables: boundVariables(bound), where };
}
export function exists(bound, where) {
  return { kind: "exists", variables: boundVariables(bound), where };
}
export function member(slot, subset) {
  return { kind: "member", slot, subset };
}
export function count(bound, where) {
  return { kind: "count", variables: boundVariables(bound), where };
}
export function field(map, key, name) {
  return { kind: "field", map, key: typeof key === "string" ? [key] : key, field: name };
}
export function variable(name) {
  return { kind: "variable", name };
}
export function integer(value) {
  return { kind: "integer", value };
}
export function option(value) {
  return { kind: "option", value };
}
export const none = { kind: "none" };
function boundVariables(bound) {
  return Object.entries(bound).map(([name, sort]) => ({ name, sort }));
}
