import type { SnmpAccess } from "#features/snmp-profiles";
import type { Bound } from "./snmp-compare";

/** Where a probe goes: canonical text of an address that may be sent to, never a name, and a port. */
export type Endpoint = { address: string; port: number };

/** How long a probe may take in all, and when it is no longer wanted. */
export type ProbeLimits = { timeoutMs: number; signal: AbortSignal };

export type TcpTarget = Endpoint;

export type UdpTarget = Endpoint & {
  /** What is sent; null: a datagram without data. */
  payload: { encoding: "text" | "hex"; data: string } | null;
  /** Text that the answer must have in it; null: any answer will do. */
  expected: string | null;
};

export type DhcpTarget = Endpoint;

export const DNS_RECORD_TYPES = ["A", "AAAA", "MX", "TXT", "NS", "CNAME", "SOA", "PTR"] as const;
export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

export type DnsTarget = Endpoint & {
  /** For PTR, an address will do as well. */
  name: string;
  recordType: DnsRecordType;
  /** One of the answers must be it, as `answers` of the details shows them (for MX, the name alone will do); null: any answer will do. */
  expected: string | null;
};

/** `none`: no TLS; `starttls`: on the same connection, and it is an error when it is not offered; `implicit`: from the first octet. */
export const TLS_MODES = ["none", "starttls", "implicit"] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export type TlsTarget = {
  tls: TlsMode;
  /** Whether a certificate that is not trusted, expired, or for another name is an error. What it says is in the details either way. */
  verifyTls: boolean;
  /** The name that the certificate must be for, which is also told to the server (SNI); null: it must be for the address. */
  serverName: string | null;
  /** PEM of an authority that is trusted beside the well-known ones. */
  authority: string | null;
};

export type SmtpTarget = Endpoint & TlsTarget;
export type ImapTarget = Endpoint & TlsTarget;

export type SshTarget = Endpoint & {
  /** Text that the identification must have in it; null: any. */
  expected: string | null;
};

export type NtpTarget = Endpoint & {
  /** How far the server's clock may be off ours, either way; null: any. */
  maxOffsetMs: number | null;
};

export type SnmpTarget = Endpoint &
  Bound & {
    access: SnmpAccess;
    /** Of one variable: digits with dots between them. */
    oid: string;
  };
