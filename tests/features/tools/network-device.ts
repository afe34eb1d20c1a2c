import { createAgent, MaxAccess, MibProviderType, ObjectType, type User } from "net-snmp";
import type { Endpoint } from "#platform/probe/endpoint";
import { startDatagramPeer } from "../monitoring/probes/given";
import { ANY_PORT, endpointOf } from "../monitoring/probes/snmp-agent";

const READ_ONLY = MaxAccess["read-only"] ?? 0;

type Device = {
  users?: readonly User[];
  interfaces?: readonly { index: number; name: string; status: number }[];
  neighbours?: readonly { interfaceIndex: number; address: string; mac: Buffer }[];
};

const agents: { close: () => void }[] = [];

export function closeDevices(): void {
  for (const agent of agents.splice(0)) agent.close();
}

/**
 * A real agent on loopback that has the system, interfaces and ARP entries of a device; it knows the community
 * `public`.
 */
export async function startNetworkDevice({
  users = [],
  interfaces = [],
  neighbours = [],
}: Device = {}): Promise<Endpoint> {
  const agent = createAgent(
    { port: 0, address: "127.0.0.1", transport: "udp4", dgramModule: ANY_PORT },
    () => undefined,
  );
  agents.push(agent);
  agent.getAuthorizer().addCommunity("public");
  for (const user of users) agent.getAuthorizer().addUser(user);
  const mib = agent.getMib();
  const system = [
    ["sysDescr", "1.3.6.1.2.1.1.1", "OctetString", "A switch"],
    ["sysUpTime", "1.3.6.1.2.1.1.3", "TimeTicks", 12_345],
    ["sysName", "1.3.6.1.2.1.1.5", "OctetString", "sw3.example"],
  ] as const;
  for (const [name, oid, type, value] of system) {
    const scalarType = ObjectType[type] ?? 0;
    mib.registerProvider({ name, type: MibProviderType.Scalar, oid, scalarType, maxAccess: READ_ONLY });
    mib.setScalarValue(name, value);
  }
  const table = (
    name: string,
    oid: string,
    given: { columns: [number, string, string][]; index: string[] },
  ) =>
    mib.registerProvider({
      name,
      type: MibProviderType.Table,
      oid,
      maxAccess: MaxAccess["not-accessible"] ?? 0,
      tableColumns: given.columns.map(([number, column, type]) => {
        return { number, name: column, type: ObjectType[type] ?? 0, maxAccess: READ_ONLY };
      }),
      tableIndex: given.index.map((columnName) => ({ columnName })),
    });
  table("ifTable", "1.3.6.1.2.1.2.2.1", {
    columns: [
      [1, "ifIndex", "Integer"],
      [2, "ifDescr", "OctetString"],
      [8, "ifOperStatus", "Integer"],
    ],
    index: ["ifIndex"],
  });
  for (const { index, name, status } of interfaces) mib.addTableRow("ifTable", [index, name, status]);
  table("ipNetToMediaTable", "1.3.6.1.2.1.4.22.1", {
    columns: [
      [1, "ipNetToMediaIfIndex", "Integer"],
      [2, "ipNetToMediaPhysAddress", "OctetString"],
      [3, "ipNetToMediaNetAddress", "IpAddress"],
    ],
    index: ["ipNetToMediaIfIndex", "ipNetToMediaNetAddress"],
  });
  for (const { interfaceIndex, address, mac } of neighbours)
    mib.addTableRow("ipNetToMediaTable", [interfaceIndex, mac, address]);
  return endpointOf(agent, "127.0.0.1");
}

const [GET_NEXT, GET_BULK] = [0xa1, 0xa5];
const RESPONSE = 0xa2;
const [SEQUENCE, INTEGER, OCTETS, OID] = [0x30, 0x02, 0x04, 0x06];

/**
 * An agent of version 2c that answers a question for what follows a name with the name and the octets that the test
 * says; one for many with one, or not as one of that kind where it does not bear those.
 */
export function startCrookedAgent(
  follow: (name: string, count: number, community: string) => { name: string; value: Buffer },
  { bearsMany = true } = {},
) {
  let count = 0;
  return startDatagramPeer((request) => {
    const [, version, community, pdu] = parts(request);
    const [, id, , , list] = parts(pdu?.whole ?? Buffer.alloc(0));
    const [, binding] = parts(list?.whole ?? Buffer.alloc(0));
    const [, asked] = parts(binding?.whole ?? Buffer.alloc(0));
    if (version === undefined || community === undefined || id === undefined || asked === undefined)
      return [];
    const kind = pdu?.whole[0];
    const isNext = kind === GET_NEXT || (bearsMany && kind === GET_BULK);
    const answer = isNext
      ? follow(readName(asked.content), ++count, community.content.toString())
      : { name: readName(asked.content), value: Buffer.from("a crooked agent") };
    const variable = tagged(SEQUENCE, [
      tagged(OID, [writeName(answer.name)]),
      tagged(OCTETS, [answer.value]),
    ]);
    const zero = tagged(INTEGER, [Buffer.alloc(1)]);
    const reply = tagged(RESPONSE, [id.whole, zero, zero, tagged(SEQUENCE, [variable])]);
    return [tagged(SEQUENCE, [version.whole, community.whole, reply])];
  });
}

type Part = { whole: Buffer; content: Buffer };

/** An ASN.1 value of BER (X.690), and those that it has in it, one after another. */
function parts(octets: Buffer): Part[] {
  const own = partAt(octets, 0);
  const found = [own];
  for (let at = 0; at < own.content.length;) {
    const part = partAt(own.content, at);
    found.push(part);
    at += part.whole.length;
  }
  return found;
}

function partAt(octets: Buffer, start: number): Part {
  const first = octets[start + 1] ?? 0;
  const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthOctets === 0 ? first : octets.readUIntBE(start + 2, lengthOctets);
  const from = start + 2 + lengthOctets;
  return { whole: octets.subarray(start, from + length), content: octets.subarray(from, from + length) };
}

function tagged(tag: number, contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = Buffer.from([0x82, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}

function readName(octets: Buffer): string {
  const numbers: number[] = [];
  let number = 0;
  for (const octet of octets) {
    number = number * 128 + (octet & 0x7f);
    if (octet >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...rest] = numbers;
  return [Math.floor(first / 40), first % 40, ...rest].join(".");
}

function writeName(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split(".").map(Number);
  return Buffer.from([first * 40 + second, ...rest].flatMap(base128));
}

function base128(number: number): number[] {
  const octets = [number % 128];
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
    octets.unshift((left % 128) | 0x80);
  return octets;
}
