/** True where the names are the same, or one is the other without its domain; case does not matter. */
export function isSameHostname(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [left, right] = [one, other].map((name) => name.toLowerCase().replace(/\.$/, ""));
  if (left === undefined || right === undefined) return false;
  return left === right || left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}

/** The part of a host name before its domain. */
export function firstLabelOf(hostname: string): string {
  return hostname.toLowerCase().split(".", 1)[0] ?? "";
}
