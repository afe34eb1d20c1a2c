/** Kinds of service checks, in the order in which answers and pages list them. */
export const CHECK_TYPES = [
  "tcp",
  "udp",
  "http",
  "https",
  "dhcp",
  "dns",
  "smtp",
  "imap",
  "ssh",
  "ntp",
] as const;
export type CheckType = (typeof CHECK_TYPES)[number];

const USUAL_PORTS: Partial<Record<CheckType, number>> = { dns: 53, smtp: 25, imap: 143, ssh: 22, ntp: 123 };

/** Undefined: the port has to be said. */
export function usualPortOf(kind: CheckType): number | undefined {
  return USUAL_PORTS[kind];
}

export function isHttp(kind: CheckType): boolean {
  return kind === "http" || kind === "https";
}
