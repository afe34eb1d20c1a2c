import { createAgent, MaxAccess, MibProviderType, ObjectType } from "net-snmp";
import { ANY_PORT, endpointOf } from "../monitoring/probes/snmp-agent";

/** A port of a made-up switch, with what was counted there. */
export type AgentPort = {
  index: number;
  name: string;
  alias?: string;
  /** Mbit/s. */
  speed?: number;
  admin?: number;
  oper?: number;
  inOctets?: bigint;
  outOctets?: bigint;
  inErrors?: number;
  discontinuity?: number;
};

type Kind = "Integer" | "OctetString" | "Counter" | "Counter64" | "Gauge" | "TimeTicks";
type Column = readonly [number: number, name: string, kind: Kind, value: (port: AgentPort) => unknown];

const READ_ONLY = MaxAccess["read-only"] ?? 0;
const NOT_ACCESSIBLE = MaxAccess["not-accessible"] ?? 0;

function counter64(value: bigint): Buffer {
  const octets = Buffer.alloc(8);
  octets.writeBigUInt64BE(value);
  return octets;
}

const low = (value: bigint) => Number(value & 0xff_ff_ff_ffn);
const zero = () => 0;

const IF_TABLE: readonly Column[] = [
  [1, "ifIndex", "Integer", ({ index }) => index],
  [2, "ifDescr", "OctetString", ({ name }) => `Port ${name}`],
  [3, "ifType", "Integer", () => 6],
  [4, "ifMtu", "Integer", () => 1500],
  [5, "ifSpeed", "Gauge", ({ speed = 1000 }) => Math.min(speed * 1_000_000, 4_294_967_295)],
  [6, "ifPhysAddress", "OctetString", ({ index }) => Buffer.from([0, 0, 0x5e, 0, 0x53, index % 256])],
  [7, "ifAdminStatus", "Integer", ({ admin = 1 }) => admin],
  [8, "ifOperStatus", "Integer", ({ oper = 1 }) => oper],
  [9, "ifLastChange", "TimeTicks", zero],
  [10, "ifInOctets", "Counter", ({ inOctets = 0n }) => low(inOctets)],
  [14, "ifInErrors", "Counter", ({ inErrors = 0 }) => inErrors],
  [16, "ifOutOctets", "Counter", ({ outOctets = 0n }) => low(outOctets)],
  [20, "ifOutErrors", "Counter", zero],
];

const IFX_TABLE: readonly Column[] = [
  [0, "ifXIndex", "Integer", ({ index }) => index],
  [1, "ifName", "OctetString", ({ name }) => name],
  [6, "ifHCInOctets", "Counter64", ({ inOctets = 0n }) => counter64(inOctets)],
  [10, "ifHCOutOctets", "Counter64", ({ outOctets = 0n }) => counter64(outOctets)],
  [15, "ifHighSpeed", "Gauge", ({ speed = 1000 }) => speed],
  [18, "ifAlias", "OctetString", ({ alias = "" }) => alias],
  [19, "ifCounterDiscontinuityTime", "TimeTicks", ({ discontinuity = 0 }) => discontinuity],
];

const TABLES = [
  { name: "ifTable", oid: "1.3.6.1.2.1.2.2.1", columns: IF_TABLE, index: "ifIndex" },
  { name: "ifXTable", oid: "1.3.6.1.2.1.31.1.1.1", columns: IFX_TABLE, index: "ifXIndex" },
] as const;

const agents: { close: () => void }[] = [];

export function closeAgents(): void {
  for (const agent of agents.splice(0)) agent.close();
}

/** A real agent on loopback with ports that can be changed; it knows the community `public`. */
export async function startPortAgent(
  ports: readonly AgentPort[],
  { knowsHighCounters = true }: { knowsHighCounters?: boolean } = {},
) {
  let answered = 0;
  const agent = createAgent(
    { port: 0, address: "127.0.0.1", transport: "udp4", dgramModule: ANY_PORT },
    (error) => {
      if (error === null) answered += 1;
    },
  );
  agents.push(agent);
  agent.getAuthorizer().addCommunity("public");
  const mib = agent.getMib();
  mib.registerProvider({
    name: "sysUpTime",
    type: MibProviderType.Scalar,
    oid: "1.3.6.1.2.1.1.3",
    scalarType: ObjectType["TimeTicks"] ?? 0,
    maxAccess: READ_ONLY,
  });
  mib.setScalarValue("sysUpTime", 1_000_000);
  const tables = knowsHighCounters ? TABLES : TABLES.slice(0, 1);
  for (const { name, oid, columns, index } of tables) {
    mib.registerProvider({
      name,
      type: MibProviderType.Table,
      oid,
      maxAccess: NOT_ACCESSIBLE,
      tableColumns: columns.map(([number, column, kind]) => ({
        number,
        name: column,
        type: ObjectType[kind] ?? 0,
        maxAccess: column === index ? NOT_ACCESSIBLE : READ_ONLY,
      })),
      tableIndex: [{ columnName: index }],
    });
  }
  const present = new Map<number, AgentPort>();
  const add = (port: AgentPort) => {
    present.set(port.index, port);
    for (const { name, columns } of tables)
      mib.addTableRow(
        name,
        columns.map(([, , , value]) => value(port)),
      );
  };
  for (const port of ports) add(port);
  return {
    ...(await endpointOf(agent, "127.0.0.1")),
    /** Questions that it has answered since it was asked for this last. */
    takeAnswered() {
      const count = answered;
      answered = 0;
      return count;
    },
    add,
    remove(index: number) {
      present.delete(index);
      for (const { name } of tables) mib.deleteTableRow(name, [index]);
    },
    /** What is given changes; the rest of the port stays. */
    change(index: number, changed: Partial<AgentPort>) {
      const port = { ...(present.get(index) ?? { index, name: "" }), ...changed };
      present.set(index, port);
      for (const { name, columns, index: key } of tables) {
        for (const [number, column, , value] of columns)
          if (column !== key) mib.setTableSingleCell(name, number, [index], value(port));
      }
    },
    /** Hundredths of a second. */
    setUpTime: (upTime: number) => mib.setScalarValue("sysUpTime", upTime),
  };
}
