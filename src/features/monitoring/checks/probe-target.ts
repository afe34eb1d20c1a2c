import type { SnmpAccess } from "#platform/snmp/access";
import type { ProbedType, TargetOf } from "../probes/registry";
import type { TlsTarget } from "../probes/targets";
import { parseOptions, type Options } from "./options";

/** What of a stored check tells how it is asked. */
type Check = {
  port: number;
  verifyTls: boolean;
  options: Readonly<Record<string, string | number | boolean>>;
  /** Of the device; what asks by SNMP needs it. */
  snmp?: SnmpAccess;
};

/** A service may answer the least that there is, and few answer nothing at all. */
const ONE_ZERO_OCTET = { encoding: "hex", data: "00" } as const;

const MAKERS: { readonly [Kind in ProbedType]: (check: Check, address: string) => TargetOf[Kind] } = {
  tcp: endpointOf,
  dhcp: endpointOf,
  udp(check, address) {
    const { payload, payload_encoding: encoding = "text", expected = null } = stored("udp", check);
    const sent = payload === undefined ? ONE_ZERO_OCTET : { encoding, data: payload };
    return { ...endpointOf(check, address), payload: sent, expected };
  },
  dns(check, address) {
    const { name, record_type: recordType, expected = null } = stored("dns", check);
    return { ...endpointOf(check, address), name, recordType, expected };
  },
  smtp: (check, address) => ({ ...endpointOf(check, address), ...tlsOf(stored("smtp", check), check) }),
  imap: (check, address) => ({ ...endpointOf(check, address), ...tlsOf(stored("imap", check), check) }),
  ssh: (check, address) => ({
    ...endpointOf(check, address),
    expected: stored("ssh", check).expected ?? null,
  }),
  ntp: (check, address) => ({
    ...endpointOf(check, address),
    maxOffsetMs: stored("ntp", check).max_offset_ms ?? null,
  }),
  snmp(check, address) {
    const { snmp: access } = check;
    if (access === undefined) throw new Error("our bug: no SNMP profile to ask by");
    const { oid, operator, expected = "" } = stored("snmp", check);
    return { address, port: access.port, access, oid, operator, expected };
  },
};

/** Where a stored check of a kind goes at an address, and what it asks. */
export function toProbeTarget<Kind extends ProbedType>(
  kind: Kind,
  check: Check,
  address: string,
): TargetOf[Kind] {
  return MAKERS[kind](check, address);
}

function endpointOf({ port }: Check, address: string) {
  return { address, port };
}

/** Throws where what is stored is none of the kind's, which only a bug of ours could have stored. */
function stored<Kind extends ProbedType>(kind: Kind, { options }: Check): Options<Kind> {
  const { data, error } = parseOptions(kind, options);
  if (data === undefined)
    throw new Error(`our bug: a ${kind} check has options of no ${kind} check`, { cause: error });
  return data;
}

function tlsOf({ tls, server_name: serverName, ca }: Options<"smtp">, { verifyTls }: Check): TlsTarget {
  return { tls, verifyTls, serverName: serverName ?? null, authority: ca ?? null };
}
