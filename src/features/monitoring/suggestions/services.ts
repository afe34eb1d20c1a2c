import { ServiceCheckDefinition } from "../checks/models";
import type { CheckOutcome } from "../engine/decide";

/** A service that a device may have. */
export type Service = {
  /** Null: it has no connections, so that only an answer shows that it is there. */
  port: number | null;
  /** The checks that are tried one after another, until one of them succeeds. */
  checks: readonly ServiceCheckDefinition[];
};

type Given = { port?: number } & Partial<Pick<ServiceCheckDefinition, "verify_tls" | "options">>;

function definition(
  kind: ServiceCheckDefinition["check_type"],
  label: string,
  given: Given,
): ServiceCheckDefinition {
  return ServiceCheckDefinition.parse({ check_type: kind, label, ...given });
}

/** A port that somebody listens on; the last resort where no handshake of ours fits. */
function connecting(port: number, label: string): ServiceCheckDefinition {
  return definition("tcp", label, { port });
}

function onPort(port: number, label: string, ...checks: ServiceCheckDefinition[]): Service {
  return { port, checks: [...checks, connecting(port, label)] };
}

const web = (port: number, label = `Web page on port ${port}`) =>
  onPort(port, label, definition("http", label, { port }));

const secureWeb = (port: number, label = `Secure web page on port ${port}`) =>
  onPort(port, label, definition("https", label, { port }));

const mail = (kind: "smtp" | "imap", port: number, label: string) =>
  onPort(
    port,
    label,
    definition(kind, label, { port, options: { tls: "starttls" } }),
    definition(kind, label, { port, options: { tls: "none" } }),
  );

const mailOverTls = (kind: "smtp" | "imap", port: number, label: string) =>
  onPort(port, label, definition(kind, label, { port, options: { tls: "implicit" } }));

/** What a recursive server knows, and what most servers answer by themselves. */
const NAMES = [
  { name: ".", record_type: "NS" },
  { name: "localhost", record_type: "A" },
];

const SYSTEM_UP_TIME = "1.3.6.1.2.1.1.3.0";

/**
 * What is looked for on a device: the services that this product can speak with, and ports that people run and watch
 * (IANA's registry, and vendors' manuals).
 */
export const SERVICES: readonly Service[] = [
  onPort(22, "SSH", definition("ssh", "SSH", {})),
  web(80, "Web page"),
  secureWeb(443, "Secure web page"),
  { port: null, checks: NAMES.map((options) => definition("dns", "DNS", { options })) },
  { port: null, checks: [definition("ntp", "NTP", {})] },
  { port: null, checks: [definition("snmp", "SNMP", { options: { oid: SYSTEM_UP_TIME } })] },
  mail("smtp", 25, "Mail server"),
  mailOverTls("smtp", 465, "Mail submission over TLS"),
  mail("smtp", 587, "Mail submission"),
  mail("imap", 143, "IMAP"),
  mailOverTls("imap", 993, "IMAP over TLS"),
  onPort(21, "FTP"),
  onPort(23, "Telnet"),
  onPort(389, "LDAP"),
  onPort(445, "SMB"),
  onPort(554, "RTSP"),
  web(631, "Printing (IPP)"),
  onPort(636, "LDAP over TLS"),
  onPort(1433, "SQL Server"),
  onPort(1883, "MQTT"),
  onPort(2049, "NFS"),
  web(3000),
  onPort(3306, "MySQL"),
  onPort(3389, "Remote Desktop"),
  web(5000),
  onPort(5432, "PostgreSQL"),
  onPort(5900, "VNC"),
  secureWeb(8006, "Proxmox VE"),
  web(8080),
  web(8123, "Home Assistant"),
  onPort(8291, "WinBox"),
  secureWeb(8443),
  web(9090),
  onPort(9100, "Printing (port 9100)"),
  web(32_400, "Plex"),
];

/** Statuses by which a server says that it is well and the request is not. */
const REFUSALS = { first: 400, last: 499 };

/**
 * What to try next where a check failed, because of what it was told: a page that wants a login is there, and so is one
 * whose redirect leads where nothing answers. Undefined: nothing.
 */
export function gentler(
  check: ServiceCheckDefinition,
  { statusCode }: Pick<CheckOutcome, "statusCode">,
): ServiceCheckDefinition | undefined {
  if (check.check_type !== "http" && check.check_type !== "https") return undefined;
  const isRefusal = statusCode !== null && statusCode >= REFUSALS.first && statusCode <= REFUSALS.last;
  if (isRefusal)
    return check.expected_status_max < REFUSALS.first
      ? { ...check, expected_status_max: statusCode }
      : undefined;
  return check.follow_redirects ? { ...check, follow_redirects: false } : undefined;
}
