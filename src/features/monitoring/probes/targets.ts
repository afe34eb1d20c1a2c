import type { Endpoint, TlsOptions } from "#platform/probe/endpoint";
import type { SnmpAccess } from "#platform/snmp/access";
import type { Bound } from "./snmp-compare";

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
  /**
   * One of the answers must be it, as `answers` of the details shows them (for MX, the name alone will do); null: any
   * answer will do.
   */
  expected: string | null;
};

/**
 * `none`: no TLS; `starttls`: on the same connection, and it is an error when it is not offered; `implicit`: from the
 * first octet.
 */
export const TLS_MODES = ["none", "starttls", "implicit"] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export type TlsTarget = TlsOptions & { tls: TlsMode };

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
