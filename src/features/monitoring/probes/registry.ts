import { probeDhcp } from "./dhcp";
import { probeDns } from "./dns";
import { probeImap } from "./imap";
import { probeNtp } from "./ntp";
import type { ProbeOutcome } from "./outcome";
import { probeSmtp } from "./smtp";
import { probeSnmp } from "./snmp";
import { probeSsh } from "./ssh";
import type { Endpoint, ProbeLimits } from "#platform/probe/endpoint";
import type {
  DhcpTarget,
  DnsTarget,
  ImapTarget,
  NtpTarget,
  SmtpTarget,
  SnmpTarget,
  SshTarget,
  TcpTarget,
  UdpTarget,
} from "./targets";
import { probeTcp } from "./tcp";
import { probeUdp } from "./udp";

/**
 * Asks one target, once. It ends within the limits, and leaves no socket and no timer behind.
 * @throws the signal's reason once it fires, and nothing else but bugs of ours: what goes wrong is in the outcome.
 */
export type Probe<Target extends Endpoint> = (target: Target, limits: ProbeLimits) => Promise<ProbeOutcome>;

/** What a probe of each type of check goes to. */
export type TargetOf = {
  tcp: TcpTarget;
  udp: UdpTarget;
  dhcp: DhcpTarget;
  dns: DnsTarget;
  smtp: SmtpTarget;
  imap: ImapTarget;
  ssh: SshTarget;
  ntp: NtpTarget;
  snmp: SnmpTarget;
};

export type ProbedType = keyof TargetOf;

type Entry<Target extends Endpoint> = {
  probe: Probe<Target>;
  /** Null: there is none that would be usual. */
  defaultPort: number | null;
  /** The same with TLS from the first octet; null: no such thing. */
  defaultTlsPort: number | null;
};

const PROBES: { readonly [Type in ProbedType]: Entry<TargetOf[Type]> } = {
  tcp: { probe: probeTcp, defaultPort: null, defaultTlsPort: null },
  udp: { probe: probeUdp, defaultPort: null, defaultTlsPort: null },
  dhcp: { probe: probeDhcp, defaultPort: 67, defaultTlsPort: null },
  dns: { probe: probeDns, defaultPort: 53, defaultTlsPort: null },
  smtp: { probe: probeSmtp, defaultPort: 25, defaultTlsPort: 465 },
  imap: { probe: probeImap, defaultPort: 143, defaultTlsPort: 993 },
  ssh: { probe: probeSsh, defaultPort: 22, defaultTlsPort: null },
  ntp: { probe: probeNtp, defaultPort: 123, defaultTlsPort: null },
  snmp: { probe: probeSnmp, defaultPort: 161, defaultTlsPort: null },
};

/** Types of checks that are asked here, for schemas and pages. */
export const PROBED_TYPES = Object.keys(PROBES) as ProbedType[];

/** The probe of a type of check, and the port that is meant where none is given. */
export function probeOf<Type extends ProbedType>(type: Type): Entry<TargetOf[Type]> {
  return PROBES[type];
}
