import { BerReader, oidOf, TAG, unsignedOf } from "./ber";

/** A variable as it came: `value` is a view of the message. */
export type Variable = { oid: string; tag: number; value: Buffer };

/** What a trap or an inform says, of whatever version. */
export type Notification = {
  kind: "trap" | "inform";
  /** SNMPv2's name of what happened (RFC 3584 section 3.1 for version 1). */
  oid: string;
  /** Hundredths of a second since the agent started. */
  uptime: number;
  /** Of version 1, or as the sender of a later one adds it; null: it does not say. */
  enterprise: string | null;
  /** Whose trap it is, where a proxy or version 1 says so. */
  agentAddress: string | null;
  variables: Variable[];
  requestId: number;
  /** The list of variables as it came, for the answer to an inform. */
  variableOctets: Buffer;
};

/** Tags of the PDUs (RFC 3416 section 3, RFC 1157 section 4.1). */
export const PDU = { response: 0xa2, trapV1: 0xa4, inform: 0xa6, trap: 0xa7, report: 0xa8 } as const;

const SYS_UPTIME = "1.3.6.1.2.1.1.3.0";
const SNMP_TRAP_OID = "1.3.6.1.6.3.1.1.4.1.0";
const SNMP_TRAP_ENTERPRISE = "1.3.6.1.6.3.1.1.4.3.0";
const SNMP_TRAP_ADDRESS = "1.3.6.1.6.3.18.1.3.0";
const STANDARD_TRAPS = "1.3.6.1.6.3.1.1.5";
const ENTERPRISE_SPECIFIC = 6;
const NOTHING = Buffer.alloc(0);
const UNSPECIFIED = "0.0.0.0";
/** A datagram holds no more of the shortest. */
const MAX_VARIABLES = 8192;

/** `malformed`: the octets break the rules; `other`: a PDU that tells of nothing. */
export type Refused = "malformed" | "other";

/** The PDU that comes next. */
export function readNotification(reader: BerReader): Notification | Refused {
  switch (reader.nextTag) {
    case PDU.trapV1:
      return readVersion1(reader.enter(PDU.trapV1));
    case PDU.trap:
      return readVersion2(reader.enter(PDU.trap), "trap");
    case PDU.inform:
      return readVersion2(reader.enter(PDU.inform), "inform");
    case -1:
      return "malformed";
    default:
      return "other";
  }
}

/** The number of an address of four octets in its text; null for other octets. */
export function ipv4Of(octets: Buffer): string | null {
  return octets.length === 4 ? octets.join(".") : null;
}

function readVersion1(pdu: BerReader): Notification | Refused {
  const enterprise = pdu.readOid();
  const address = ipv4Of(pdu.readOctets(TAG.ipAddress));
  const generic = pdu.readInteger();
  const specific = pdu.readInteger();
  const uptime = pdu.readUnsigned(TAG.timeTicks);
  const list = readList(pdu);
  if (list === "malformed" || generic < 0) return "malformed";
  return {
    ...list,
    kind: "trap",
    oid: generic < ENTERPRISE_SPECIFIC ? `${STANDARD_TRAPS}.${generic + 1}` : `${enterprise}.0.${specific}`,
    uptime,
    enterprise,
    agentAddress: address === UNSPECIFIED ? null : address,
    requestId: 0,
  };
}

function readVersion2(pdu: BerReader, kind: Notification["kind"]): Notification | Refused {
  const requestId = pdu.readInteger();
  pdu.readInteger();
  pdu.readInteger();
  const list = readList(pdu);
  if (list === "malformed") return "malformed";
  const find = (oid: string, tag: number): Buffer | undefined =>
    list.variables.find((variable) => variable.oid === oid && variable.tag === tag)?.value;
  const oid = oidOf(find(SNMP_TRAP_OID, TAG.oid) ?? NOTHING);
  if (oid === null) return "malformed";
  const uptime = find(SYS_UPTIME, TAG.timeTicks);
  const address = ipv4Of(find(SNMP_TRAP_ADDRESS, TAG.ipAddress) ?? NOTHING);
  return {
    kind,
    oid,
    uptime: unsignedOf(uptime ?? NOTHING) ?? 0,
    enterprise: oidOf(find(SNMP_TRAP_ENTERPRISE, TAG.oid) ?? NOTHING),
    agentAddress: address === UNSPECIFIED ? null : address,
    variables: list.variables.filter(({ oid: name }) => !HEAD.has(name)),
    requestId,
    variableOctets: list.variableOctets,
  };
}

/** What stands in fields of its own. */
const HEAD = new Set([SYS_UPTIME, SNMP_TRAP_OID, SNMP_TRAP_ENTERPRISE, SNMP_TRAP_ADDRESS]);

function readList(pdu: BerReader): Pick<Notification, "variables" | "variableOctets"> | "malformed" {
  const variableOctets = pdu.readWhole();
  const list = BerReader.of(variableOctets).enter(TAG.sequence);
  const variables: Variable[] = [];
  while (!list.isAtEnd) {
    if (variables.length >= MAX_VARIABLES) return "malformed";
    const pair = list.enter(TAG.sequence);
    const oid = pair.readOid();
    const tag = pair.nextTag;
    variables.push({ oid, tag, value: pair.readOctets(tag) });
  }
  return pdu.isBroken || list.isBroken ? "malformed" : { variables, variableOctets };
}
