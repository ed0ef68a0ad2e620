const WITHOUT = new Set(["GET", "HEAD", "DELETE"]);

/** Methods whose bodies nobody reads: what such a call is about is said in its address. */
export function sendsNoBody(method: string): boolean {
  return WITHOUT.has(method);
}
