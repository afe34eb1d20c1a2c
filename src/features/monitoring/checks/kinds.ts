import { probeOf, type ProbedType } from "../probes/registry";

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
  "snmp",
] as const;
export type CheckType = (typeof CHECK_TYPES)[number];

/** Their port has always had to be said. */
const WITHOUT_USUAL_PORT: readonly CheckType[] = ["tcp", "udp", "http", "https", "dhcp"];

/** Undefined: the port has to be said. */
export function usualPortOf(kind: CheckType, hasTls: boolean): number | undefined {
  if (isHttp(kind) || WITHOUT_USUAL_PORT.includes(kind)) return undefined;
  const { defaultPort, defaultTlsPort } = probeOf(kind);
  return (hasTls ? defaultTlsPort : null) ?? defaultPort ?? undefined;
}

export function isHttp(kind: CheckType): kind is Exclude<CheckType, ProbedType> {
  return kind === "http" || kind === "https";
}

/** Whether its certificate can be held against a name and an authority. */
export function hasCertificate(kind: CheckType): boolean {
  return isHttp(kind) || kind === "smtp" || kind === "imap";
}
