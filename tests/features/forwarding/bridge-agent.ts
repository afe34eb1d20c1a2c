import { createAgent, MaxAccess, MibProviderType, ObjectType } from "net-snmp";
import { createSocket, Socket, type SocketType } from "node:dgram";
import { endpointOf } from "../monitoring/probes/snmp-agent";

/** An address that a switch has learned: 12 digits, the bridge's port, and the number of the table. */
export type Learned = { mac: string; port: number; table?: number; status?: number };

export type BridgeTables = {
  /** With VLANs (Q-BRIDGE-MIB), or without (BRIDGE-MIB). */
  learned: readonly Learned[];
  hasVlans?: boolean;
  /** Table to VLANs. */
  vlans?: readonly [table: number, vlan: number][];
  /** Port of the bridge, ifIndex, name and what is written beside it. */
  ports?: readonly [port: number, ifIndex: number, name: string, alias?: string][];
  /** Interface to the one that it is a part of. */
  aggregates?: readonly [part: number, whole: number][];
  /** Of the bridge. */
  address?: string;
  arp?: readonly { address: string; mac: string }[];
  neighbours?: readonly { octets: readonly number[]; mac: string }[];
};

type Column = readonly [number: number, type: string];
type Table = {
  oid: string;
  columns: readonly Column[];
  index: readonly (readonly [column: number, length?: number])[];
};

const BRIDGE = "1.3.6.1.2.1.17";
const TABLES = {
  basePort: {
    oid: `${BRIDGE}.1.4.1`,
    columns: [
      [1, "Integer"],
      [2, "Integer"],
    ],
    index: [[1]],
  },
  learned: {
    oid: `${BRIDGE}.4.3.1`,
    columns: [
      [1, "OctetString"],
      [2, "Integer"],
      [3, "Integer"],
    ],
    index: [[1, 6]],
  },
  learnedByVlan: {
    oid: `${BRIDGE}.7.1.2.2.1`,
    columns: [
      [9, "Integer"],
      [1, "OctetString"],
      [2, "Integer"],
      [3, "Integer"],
    ],
    index: [[9], [1, 6]],
  },
  vlans: {
    oid: `${BRIDGE}.7.1.4.2.1`,
    columns: [
      [1, "Integer"],
      [2, "Integer"],
      [3, "Integer"],
    ],
    index: [[1], [2]],
  },
  interfaces: {
    oid: "1.3.6.1.2.1.2.2.1",
    columns: [
      [1, "Integer"],
      [2, "OctetString"],
      [7, "Integer"],
      [8, "Integer"],
    ],
    index: [[1]],
  },
  names: {
    oid: "1.3.6.1.2.1.31.1.1.1",
    columns: [
      [99, "Integer"],
      [1, "OctetString"],
      [18, "OctetString"],
    ],
    index: [[99]],
  },
  aggregates: {
    oid: "1.2.840.10006.300.43.1.2.1.1",
    columns: [
      [1, "Integer"],
      [13, "Integer"],
    ],
    index: [[1]],
  },
  arp: {
    oid: "1.3.6.1.2.1.4.22.1",
    columns: [
      [1, "Integer"],
      [2, "OctetString"],
      [3, "IpAddress"],
      [4, "Integer"],
    ],
    index: [[1], [3]],
  },
  neighbours: {
    oid: "1.3.6.1.2.1.4.35.1",
    columns: [
      [1, "Integer"],
      [2, "Integer"],
      [3, "OctetString"],
      [4, "OctetString"],
      [6, "Integer"],
    ],
    index: [[1], [2], [3]],
  },
} as const satisfies Record<string, Table>;

const READ_ONLY = MaxAccess["read-only"] ?? 0;
const NOT_ACCESSIBLE = MaxAccess["not-accessible"] ?? 0;
const agents: { close: () => void }[] = [];

export function closeBridges(): void {
  for (const agent of agents.splice(0)) agent.close();
}

/** A real agent on loopback, of the community `public`, with the tables of a bridge. */
export async function startBridge(tables: BridgeTables) {
  const begun = await openAgent(tables, 0);
  let { agent } = begun;
  agents.push({ close: () => agent.close() });
  return {
    ...begun.endpoint,
    /** Has it learned something else: the library cannot empty a table, so the agent starts anew. */
    async relearn(now: BridgeTables) {
      agent.close();
      ({ agent } = await openAgent(now, begun.endpoint.port));
    },
  };
}

async function openAgent(tables: BridgeTables, port: number) {
  const dgramModule = {
    createSocket(type: SocketType): Socket {
      const socket = createSocket(type);
      const bind = (_: number, address: string) => Socket.prototype.bind.call(socket, { port, address });
      return Object.assign(socket, { bind });
    },
  };
  const agent = createAgent({ port, address: "127.0.0.1", transport: "udp4", dgramModule }, () => undefined);
  agent.getAuthorizer().addCommunity("public");
  const mib = agent.getMib();
  const addScalar = (name: string, { oid, type, value }: { oid: string; type: string; value: unknown }) => {
    const scalarType = ObjectType[type] ?? 0;
    mib.registerProvider({ name, type: MibProviderType.Scalar, oid, scalarType, maxAccess: READ_ONLY });
    mib.setScalarValue(name, value);
  };
  addScalar("sysUpTime", { oid: "1.3.6.1.2.1.1.3", type: "TimeTicks", value: 4200 });
  if (tables.address !== undefined)
    addScalar("bridge", { oid: `${BRIDGE}.1.1`, type: "OctetString", value: octetsOf(tables.address) });
  for (const [name, { oid, columns, index }] of Object.entries<Table>(TABLES)) {
    const isIndex = (column: number) => index.some(([own]) => own === column);
    mib.registerProvider({
      name,
      type: MibProviderType.Table,
      oid,
      maxAccess: NOT_ACCESSIBLE,
      tableColumns: columns.map(([number, type]) => ({
        number,
        name: `${name}${number}`,
        type: ObjectType[type] ?? 0,
        maxAccess: isIndex(number) ? NOT_ACCESSIBLE : READ_ONLY,
      })),
      tableIndex: index.map(([column, length]) => ({
        columnName: `${name}${column}`,
        ...(length !== undefined && { length }),
      })),
    });
  }
  for (const [name, row] of rowsOf(tables)) mib.addTableRow(name, row);
  return { agent, endpoint: await endpointOf(agent, "127.0.0.1") };
}

function octetsOf(digits: string): Buffer {
  return Buffer.from(digits, "hex");
}

function rowsOf(tables: BridgeTables): [keyof typeof TABLES, unknown[]][] {
  const {
    learned,
    hasVlans = true,
    vlans = [],
    ports = [],
    aggregates = [],
    arp = [],
    neighbours = [],
  } = tables;
  return [
    ...learned.map(({ mac, port, table = 1, status = 3 }): [keyof typeof TABLES, unknown[]] =>
      hasVlans
        ? ["learnedByVlan", [table, octetsOf(mac), port, status]]
        : ["learned", [octetsOf(mac), port, status]],
    ),
    ...vlans.map(([table, vlan]): [keyof typeof TABLES, unknown[]] => ["vlans", [0, vlan, table]]),
    ...ports.flatMap(([port, ifIndex, name, alias = ""]): [keyof typeof TABLES, unknown[]][] => [
      ["basePort", [port, ifIndex]],
      ["interfaces", [ifIndex, `Interface ${name}`, 1, 1]],
      ["names", [ifIndex, name, alias]],
    ]),
    ...aggregates.map((row): [keyof typeof TABLES, unknown[]] => ["aggregates", [...row]]),
    ...arp.map(({ address, mac }): [keyof typeof TABLES, unknown[]] => [
      "arp",
      [1, octetsOf(mac), address, 3],
    ]),
    ...neighbours.map(({ octets, mac }): [keyof typeof TABLES, unknown[]] => [
      "neighbours",
      [1, octets.length === 4 ? 1 : 2, Buffer.from(octets), octetsOf(mac), 3],
    ]),
  ];
}
