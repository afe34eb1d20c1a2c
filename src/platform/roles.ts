/**
 * What a process of the service does. `api`: the HTTP API, the pages, WebSockets and event streams. `collector`:
 * receives syslog and traps, parses and stores them. `worker`: checks, scans and polls that are due, deliveries, alert
 * rules, schedules, and what is done again and again, such as merging and retention.
 */
export const ROLES = ["api", "collector", "worker"] as const;
export type Role = (typeof ROLES)[number];

/** Undefined where one of the names, which commas or spaces part, is no role; none at all are all of them. */
export function readRoles(text: string): readonly Role[] | undefined {
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "");
  const known = ROLES.filter((role) => names.includes(role));
  if (names.some((name) => !known.some((role) => role === name))) return undefined;
  return known.length === 0 ? ROLES : known;
}

/** The roles of a set that nobody has any more to take on. */
export function missingRoles(roles: Iterable<readonly Role[]>): Role[] {
  const taken = new Set([...roles].flat());
  return ROLES.filter((role) => !taken.has(role));
}
