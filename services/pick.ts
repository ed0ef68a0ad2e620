/** Only the fields that the document knows; what else a client sends is not kept. */
export function pick<T extends object, K extends keyof T>(value: T, fields: readonly K[]): Pick<T, K> {
  const entries = fields.filter((field) => Object.hasOwn(value, field)).map((field) => [field, value[field]]);
  return Object.fromEntries(entries) as Pick<T, K>;
}
