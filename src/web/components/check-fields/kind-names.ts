import type { Model } from "../../api/client";

export type CheckKind = NonNullable<Model<"PortTargetCreate">["check_type"]>;

/** What people call the kinds. */
export const KIND_NAMES: Readonly<Record<CheckKind, string>> = {
  tcp: "TCP port",
  udp: "UDP port",
  http: "HTTP",
  https: "HTTPS",
  dns: "DNS",
  smtp: "SMTP",
  imap: "IMAP",
  ssh: "SSH",
  ntp: "NTP",
  snmp: "SNMP",
  dhcp: "DHCP",
};

const NAMES: Readonly<Record<string, string>> = KIND_NAMES;

export function kindName(kind: string): string {
  return NAMES[kind] ?? kind.toUpperCase();
}

/** `SSH 22`, `TCP 8443`: a check in few letters. */
export function describeCheck({ check_type: type, port }: { check_type: string; port: number }): string {
  return `${type.toUpperCase()} ${port}`;
}
