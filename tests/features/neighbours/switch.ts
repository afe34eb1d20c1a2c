import { createAgent, MaxAccess, MibProviderType, ObjectType, type User } from "net-snmp";
import { createSocket, Socket, type SocketType } from "node:dgram";
import { endpointOf } from "../monitoring/probes/snmp-agent";

type Octets = string | Buffer;
type LldpRow = {
  port: number;
  /** Of the neighbours at a port. */
  index?: number;
  chassis: [subtype: number, id: Octets];
  remotePort: [subtype: number, id: Octets, description?: string];
  name?: string;
  /** Management addresses: family (1 IPv4, 2 IPv6) and octets. */
  addresses?: readonly [family: number, octets: readonly number[]][];
};
type CdpRow = {
  port: number;
  deviceId: string;
  address?: readonly number[];
  remotePort: string;
  name?: string;
};
export type Tables = {
  lldp?: readonly LldpRow[];
  /** Ports of the switch: number, subtype, identifier, description. */
  ports?: readonly [number, number, string, string][];
  cdp?: readonly CdpRow[];
  interfaces?: readonly [index: number, name: string][];
  arp?: readonly { address: string; mac: string; type?: number }[];
  /** The table of both families. */
  /** What it is made of: index, class (3: a chassis), serial number. */
  parts?: readonly [index: number, kind: number, serialNumber: string][];
  physical?: readonly { octets: readonly number[]; mac: string; type?: number }[];
};

type Column = readonly [number: number, name: string, type: string];
type Definition = { oid: string; columns: readonly Column[]; index: readonly string[] };

const READ_ONLY = MaxAccess["read-only"] ?? 0;
const NOT_ACCESSIBLE = MaxAccess["not-accessible"] ?? 0;
const LLDP = "1.0.8802.1.1.2.1";

const DEFINITIONS = {
  lldpRemTable: {
    oid: `${LLDP}.4.1.1`,
    columns: [
      [1, "timeMark", "Integer"],
      [2, "localPort", "Integer"],
      [3, "remoteIndex", "Integer"],
      [4, "chassisSubtype", "Integer"],
      [5, "chassisId", "OctetString"],
      [6, "portSubtype", "Integer"],
      [7, "portId", "OctetString"],
      [8, "portDescription", "OctetString"],
      [9, "systemName", "OctetString"],
    ],
    index: ["timeMark", "localPort", "remoteIndex"],
  },
  lldpRemManAddrTable: {
    oid: `${LLDP}.4.2.1`,
    columns: [
      [10, "timeMark", "Integer"],
      [11, "localPort", "Integer"],
      [12, "remoteIndex", "Integer"],
      [1, "family", "Integer"],
      [2, "address", "OctetString"],
      [3, "interfaceSubtype", "Integer"],
    ],
    index: ["timeMark", "localPort", "remoteIndex", "family", "address"],
  },
  lldpLocPortTable: {
    oid: `${LLDP}.3.7.1`,
    columns: [
      [1, "number", "Integer"],
      [2, "subtype", "Integer"],
      [3, "id", "OctetString"],
      [4, "description", "OctetString"],
    ],
    index: ["number"],
  },
  cdpCacheTable: {
    oid: "1.3.6.1.4.1.9.9.23.1.2.1.1",
    columns: [
      [1, "ifIndex", "Integer"],
      [2, "deviceIndex", "Integer"],
      [3, "addressType", "Integer"],
      [4, "address", "OctetString"],
      [6, "deviceId", "OctetString"],
      [7, "port", "OctetString"],
      [17, "systemName", "OctetString"],
    ],
    index: ["ifIndex", "deviceIndex"],
  },
  ifTable: {
    oid: "1.3.6.1.2.1.2.2.1",
    columns: [
      [1, "ifIndex", "Integer"],
      [2, "ifDescr", "OctetString"],
    ],
    index: ["ifIndex"],
  },
  ipNetToMediaTable: {
    oid: "1.3.6.1.2.1.4.22.1",
    columns: [
      [1, "ifIndex", "Integer"],
      [2, "macAddress", "OctetString"],
      [3, "address", "IpAddress"],
      [4, "type", "Integer"],
    ],
    index: ["ifIndex", "address"],
  },
  ipNetToPhysicalTable: {
    oid: "1.3.6.1.2.1.4.35.1",
    columns: [
      [1, "ifIndex", "Integer"],
      [2, "addressType", "Integer"],
      [3, "address", "OctetString"],
      [4, "macAddress", "OctetString"],
      [6, "type", "Integer"],
    ],
    index: ["ifIndex", "addressType", "address"],
  },
  entPhysicalTable: {
    oid: "1.3.6.1.2.1.47.1.1.1.1",
    columns: [
      [1, "entIndex", "Integer"],
      [5, "entClass", "Integer"],
      [11, "entSerialNumber", "OctetString"],
    ],
    index: ["entIndex"],
  },
} as const satisfies Record<string, Definition>;

type Name = keyof typeof DEFINITIONS;

const agents: { close: () => void }[] = [];

export function closeSwitches(): void {
  for (const agent of agents.splice(0)) agent.close();
}

type Given = {
  users?: readonly User[];
  sysName?: string;
  sysDescr?: string;
  engineId?: Buffer;
};

/** A real agent on loopback with the tables of a switch; it knows the community `public`. */
export async function startSwitch(tables: Tables, given: Given = {}) {
  const begun = await openAgent(tables, given, 0);
  let { agent } = begun;
  agents.push({ close: () => agent.close() });
  return {
    ...begun.endpoint,
    /** Puts other cables in: the library cannot empty a table, so the switch starts anew. */
    async rewire(now: Tables) {
      agent.close();
      ({ agent } = await openAgent(now, given, begun.endpoint.port));
    },
  };
}

async function openAgent(tables: Tables, given: Given, port: number) {
  const dgramModule = {
    createSocket(type: SocketType): Socket {
      const socket = createSocket(type);
      const bind = (_: number, address: string) => Socket.prototype.bind.call(socket, { port, address });
      return Object.assign(socket, { bind });
    },
  };
  const agent = createAgent({ port, address: "127.0.0.1", transport: "udp4", dgramModule }, () => undefined);
  agent.getAuthorizer().addCommunity("public");
  for (const user of given.users ?? []) agent.getAuthorizer().addUser(user);
  const mib = agent.getMib();
  const system = [
    ["sysDescr", "1.3.6.1.2.1.1.1", given.sysDescr ?? "A switch"],
    ["sysName", "1.3.6.1.2.1.1.5", given.sysName ?? "sw1"],
    ...(given.engineId === undefined
      ? []
      : [["snmpEngineID", "1.3.6.1.6.3.10.2.1.1", given.engineId] as const]),
  ] as const;
  for (const [name, oid, value] of system) {
    const scalarType = ObjectType["OctetString"] ?? 0;
    mib.registerProvider({ name, type: MibProviderType.Scalar, oid, scalarType, maxAccess: READ_ONLY });
    mib.setScalarValue(name, value);
  }
  for (const [name, definition] of Object.entries(DEFINITIONS)) {
    const { oid, columns, index }: Definition = definition;
    mib.registerProvider({
      name,
      type: MibProviderType.Table,
      oid,
      maxAccess: NOT_ACCESSIBLE,
      tableColumns: columns.map(([number, column, type]) => {
        const maxAccess = index.includes(column) ? NOT_ACCESSIBLE : READ_ONLY;
        return { number, name: column, type: ObjectType[type] ?? 0, maxAccess };
      }),
      tableIndex: index.map((columnName) => ({ columnName })),
    });
  }
  for (const [name, row] of rowsOf(tables)) mib.addTableRow(name, row);
  return { agent, endpoint: await endpointOf(agent, "127.0.0.1") };
}

function rowsOf(tables: Tables): [Name, unknown[]][] {
  const { lldp = [], ports = [], cdp = [], interfaces = [], arp = [], physical = [], parts = [] } = tables;
  return [
    ...lldp.flatMap(
      ({ port, index = 1, chassis, remotePort, name = "", addresses = [] }): [Name, unknown[]][] => [
        [
          "lldpRemTable",
          [0, port, index, chassis[0], chassis[1], remotePort[0], remotePort[1], remotePort[2] ?? "", name],
        ],
        ...addresses.map(([family, octets]): [Name, unknown[]] => [
          "lldpRemManAddrTable",
          [0, port, index, family, Buffer.from(octets), 2],
        ]),
      ],
    ),
    ...ports.map((row): [Name, unknown[]] => ["lldpLocPortTable", row]),
    ...cdp.map(({ port, deviceId, address = [], remotePort, name = "" }, index): [Name, unknown[]] => [
      "cdpCacheTable",
      [port, index + 1, 1, Buffer.from(address), deviceId, remotePort, name],
    ]),
    ...interfaces.map((row): [Name, unknown[]] => ["ifTable", row]),
    ...parts.map((row): [Name, unknown[]] => ["entPhysicalTable", row]),
    ...arp.map(({ address, mac, type = 3 }): [Name, unknown[]] => [
      "ipNetToMediaTable",
      [1, Buffer.from(mac, "hex"), address, type],
    ]),
    ...physical.map(({ octets, mac, type = 3 }): [Name, unknown[]] => [
      "ipNetToPhysicalTable",
      [1, octets.length === 4 ? 1 : 2, Buffer.from(octets), Buffer.from(mac, "hex"), type],
    ]),
  ];
}
