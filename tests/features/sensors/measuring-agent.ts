import { createAgent, MaxAccess, MibProviderType, ObjectType } from "net-snmp";
import { createSocket, Socket, type SocketType } from "node:dgram";
import { endpointOf } from "../monitoring/probes/snmp-agent";

export type Variable = readonly [type: string, value: unknown];
export type MeasuredTable = {
  /** Of the entry: columns follow behind it. */
  oid: string;
  /** Types by the number of the column. */
  columns: Readonly<Record<number, string>>;
  /** Values of a row in the order of the columns' numbers, by the row's index. */
  rows: Readonly<Record<number, readonly unknown[]>>;
};
export type Measured = {
  /** By the identifier without the .0 at its end. */
  scalars?: Readonly<Record<string, Variable>>;
  tables?: readonly MeasuredTable[];
};

const READ_ONLY = MaxAccess["read-only"] ?? 0;
const NOT_ACCESSIBLE = MaxAccess["not-accessible"] ?? 0;
/** Behind every column that a MIB has. */
const INDEX_COLUMN = 250;

const agents: { close: () => void }[] = [];

export function closeMeasuringAgents(): void {
  for (const agent of agents.splice(0)) agent.close();
}

/** A real agent on loopback that measures what the test says; it knows the community `public`. */
export async function startMeasuringAgent(measured: Measured) {
  let { agent, endpoint } = await openAgent(measured, 0);
  let isOpen = true;
  const stop = () => {
    if (isOpen) agent.close();
    isOpen = false;
  };
  agents.push({ close: stop });
  return {
    ...endpoint,
    stop,
    /** The library takes no row out of a table, so the agent starts anew. */
    async become(now: Measured) {
      agent.close();
      ({ agent, endpoint } = await openAgent(now, endpoint.port));
    },
  };
}

async function openAgent({ scalars = {}, tables = [] }: Measured, port: number) {
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
  for (const [oid, [type, value]] of Object.entries(scalars)) {
    const scalarType = ObjectType[type] ?? 0;
    mib.registerProvider({ name: oid, type: MibProviderType.Scalar, oid, scalarType, maxAccess: READ_ONLY });
    mib.setScalarValue(oid, value);
  }
  for (const { oid, columns, rows } of tables) {
    const numbers = Object.keys(columns).map(Number);
    mib.registerProvider({
      name: oid,
      type: MibProviderType.Table,
      oid,
      maxAccess: NOT_ACCESSIBLE,
      tableColumns: [
        ...numbers.map((number) => ({
          number,
          name: `column${number}`,
          type: ObjectType[columns[number] ?? ""] ?? 0,
          maxAccess: READ_ONLY,
        })),
        {
          number: INDEX_COLUMN,
          name: "index",
          type: ObjectType["Integer"] ?? 0,
          maxAccess: NOT_ACCESSIBLE,
        },
      ],
      tableIndex: [{ columnName: "index" }],
    });
    for (const [index, row] of Object.entries(rows)) mib.addTableRow(oid, [...row, Number(index)]);
  }
  return { agent, endpoint: await endpointOf(agent, "127.0.0.1") };
}

const HOST = "1.3.6.1.2.1.25";
const UCD = "1.3.6.1.4.1.2021";
const SYSTEM = { "1.3.6.1.2.1.1.3": ["TimeTicks", 123_456] } as const;

/** A Linux server with two cores, cache in its memory, two disks and the sensors of its board. */
export const SERVER: Measured = {
  scalars: {
    ...SYSTEM,
    [`${UCD}.4.3`]: ["Integer", 2_000_000],
    [`${UCD}.4.4`]: ["Integer", 1_500_000],
    [`${UCD}.4.5`]: ["Integer", 8_000_000],
    [`${UCD}.4.6`]: ["Integer", 1_000_000],
    [`${UCD}.4.14`]: ["Integer", 500_000],
    [`${UCD}.4.15`]: ["Integer", 4_500_000],
    [`${UCD}.11.11`]: ["Integer", 60],
  },
  tables: [
    { oid: `${HOST}.3.3.1`, columns: { 2: "Integer" }, rows: { 196608: [20], 196609: [60] } },
    {
      oid: `${HOST}.2.3.1`,
      columns: { 2: "OID", 3: "OctetString", 4: "Integer", 5: "Integer", 6: "Integer" },
      rows: {
        1: [`${HOST}.2.1.2`, "Physical memory", 1024, 8_000_000, 7_000_000],
        31: [`${HOST}.2.1.4`, "/", 4096, 10_000_000, 7_500_000],
        32: [`${HOST}.2.1.4`, "/large", 65_536, -1_294_967_296, 1_500_000_000],
        33: [`${HOST}.2.1.7`, "/cdrom", 2048, 0, 0],
      },
    },
    {
      oid: `${UCD}.10.1`,
      columns: { 2: "OctetString", 3: "OctetString" },
      rows: { 1: ["Load-1", "0.52"], 2: ["Load-5", "1.25"] },
    },
    {
      oid: `${UCD}.13.16.2.1`,
      columns: { 2: "OctetString", 3: "Gauge" },
      rows: { 1: ["Core 0", 47_500], 2: ["Outdoor", 4_294_957_296] },
    },
  ],
};

/** A chassis by ENTITY-SENSOR-MIB, with the names of its parts. */
export function chassis(celsius: number): Measured {
  return {
    scalars: SYSTEM,
    tables: [
      {
        oid: "1.3.6.1.2.1.99.1.1.1",
        columns: { 1: "Integer", 2: "Integer", 3: "Integer", 4: "Integer", 5: "Integer" },
        rows: {
          11: [8, 9, 1, Math.round(celsius * 10), 1],
          12: [10, 9, 0, 4200, 1],
          13: [4, 8, 0, 11_980, 1],
          14: [8, 9, 0, 0, 3],
          15: [9, 9, 0, 0, 2],
        },
      },
      {
        oid: "1.3.6.1.2.1.47.1.1.1.1",
        columns: { 2: "OctetString", 7: "OctetString" },
        rows: { 11: ["Inlet sensor", "Inlet"], 12: ["Fan tray 1", ""] },
      },
    ],
  };
}

const UPS = "1.3.6.1.2.1.33.1";

/** A UPS by RFC 1628: output source 3 is the line, 5 the battery. */
export function ups({ source, charge }: { source: number; charge: number }): Measured {
  return {
    scalars: {
      ...SYSTEM,
      [`${UPS}.2.1`]: ["Integer", 2],
      [`${UPS}.2.2`]: ["Integer", source === 5 ? 12 : 0],
      [`${UPS}.2.3`]: ["Integer", 42],
      [`${UPS}.2.4`]: ["Integer", charge],
      [`${UPS}.2.5`]: ["Integer", 541],
      [`${UPS}.4.1`]: ["Integer", source],
    },
    tables: [
      { oid: `${UPS}.3.3.1`, columns: { 3: "Integer" }, rows: { 1: [231] } },
      {
        oid: `${UPS}.4.4.1`,
        columns: { 2: "Integer", 5: "Integer" },
        rows: { 1: [230, 37] },
      },
    ],
  };
}
