import { MaxAccess, MibProviderType, ObjectType, type createAgent } from "net-snmp";

type Mib = ReturnType<ReturnType<typeof createAgent>["getMib"]>;

/** A port of a core switch: its traffic swings around a share of its speed, each port at a time of its own. */
type Port = { index: number; name: string; alias: string; speedMbps: number; isUp: boolean; load: number };

const PORTS: readonly Port[] = Array.from({ length: 48 }, (_, at): Port => {
  const index = at + 1;
  const isUplink = index > 44;
  return {
    index,
    name: `Ethernet${index}`,
    alias: isUplink ? `uplink ${index - 44}` : index % 6 === 0 ? "" : `rack ${Math.ceil(index / 8)}`,
    speedMbps: isUplink ? 40_000 : 10_000,
    isUp: index % 7 !== 0,
    load: isUplink ? 0.35 : ((index * 37) % 23) / 100,
  };
});

const COUNTED_EVERY_MS = 5000;
const MEGA = 1_000_000;
const SWING_SECONDS = 3600;
const IF = "1.3.6.1.2.1.2.2.1";
const IFX = "1.3.6.1.2.1.31.1.1.1";
const UP_TIME = "1.3.6.1.2.1.1.3";
const READ_ONLY = MaxAccess["read-only"] ?? 0;
const NO_ACCESS = MaxAccess["not-accessible"] ?? 0;

/** Columns of the two tables: number, kind, and the value of a port at a moment. */
type Column = readonly [number: number, kind: string, value: (port: Port, seconds: number) => unknown];
const IF_COLUMNS: readonly Column[] = [
  [1, "Integer", ({ index }) => index],
  [2, "OctetString", ({ name }) => name],
  [3, "Integer", () => 6],
  [4, "Integer", () => 9214],
  [7, "Integer", () => 1],
  [8, "Integer", ({ isUp }) => (isUp ? 1 : 2)],
  [14, "Counter", (port, seconds) => lossOf(port, seconds)],
];
const IFX_COLUMNS: readonly Column[] = [
  [0, "Integer", ({ index }) => index],
  [1, "OctetString", ({ name }) => name],
  [6, "Counter64", (port, seconds) => toCounter(octetsOf(port, seconds))],
  [10, "Counter64", (port, seconds) => toCounter(octetsOf({ ...port, load: port.load / 3 }, seconds))],
  [15, "Gauge", ({ speedMbps }) => speedMbps],
  [18, "OctetString", ({ alias }) => alias],
];

/** Octets since the beginning: the integral of a load that swings once an hour. */
function octetsOf({ index, isUp, load, speedMbps }: Port, seconds: number): number {
  if (!isUp) return 0;
  const turn = (2 * Math.PI) / SWING_SECONDS;
  const swing = (0.6 / turn) * (Math.cos(index) - Math.cos(turn * seconds + index));
  return Math.max(0, Math.round(((seconds + swing) * load * speedMbps * MEGA) / 8));
}

/** One port has a bad cable. */
function lossOf({ index }: Port, seconds: number): number {
  return index === 11 ? Math.floor(seconds / 4) : 0;
}

function toCounter(octets: number): Buffer {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(octets));
  return counter;
}

/** Has an agent say what the ports of a switch are, and count what goes through them; gives what ends the counting. */
export function addInterfaces(mib: Mib): () => void {
  const scalarType = ObjectType["TimeTicks"] ?? 0;
  mib.registerProvider({
    name: "sysUpTime",
    type: MibProviderType.Scalar,
    oid: UP_TIME,
    scalarType,
    maxAccess: READ_ONLY,
  });
  const tables = [
    { name: "ifTable", oid: IF, columns: IF_COLUMNS },
    { name: "ifXTable", oid: IFX, columns: IFX_COLUMNS },
  ];
  for (const { name, oid, columns } of tables) {
    mib.registerProvider({
      name,
      type: MibProviderType.Table,
      oid,
      maxAccess: NO_ACCESS,
      tableColumns: columns.map(([number, kind], at) => ({
        number,
        name: `${name}${number}`,
        type: ObjectType[kind] ?? 0,
        maxAccess: at === 0 ? NO_ACCESS : READ_ONLY,
      })),
      tableIndex: [{ columnName: `${name}${columns[0]?.[0] ?? 0}` }],
    });
    for (const port of PORTS)
      mib.addTableRow(
        name,
        columns.map(([, , value]) => value(port, 0)),
      );
  }
  const startedAt = performance.now();
  const count = () => {
    const seconds = (performance.now() - startedAt) / 1000;
    mib.setScalarValue("sysUpTime", Math.round(seconds * 100) + 1);
    for (const { name, columns } of tables) {
      for (const [number, kind, value] of columns) {
        if (!kind.startsWith("Counter")) continue;
        for (const port of PORTS) mib.setTableSingleCell(name, number, [port.index], value(port, seconds));
      }
    }
  };
  count();
  const timer = setInterval(count, COUNTED_EVERY_MS);
  return () => clearInterval(timer);
}
