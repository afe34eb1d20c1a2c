import { MaxAccess, MibProviderType, ObjectType, type createAgent } from "net-snmp";

type Mib = ReturnType<ReturnType<typeof createAgent>["getMib"]>;

const READ_ONLY = MaxAccess["read-only"] ?? 0;
const NOT_ACCESSIBLE = MaxAccess["not-accessible"] ?? 0;
const UPS = "1.3.6.1.2.1.33.1";
const SENSOR = "1.3.6.1.2.1.99.1.1.1";
const ENTITY = "1.3.6.1.2.1.47.1.1.1.1";
const INDEX_COLUMN = 250;
const VALUE_COLUMN = 4;
const PERIOD_MS = 3_600_000;
const CHANGED_EVERY_MS = 10_000;

/** UPS-MIB: what a UPS on the line has beside its charge. */
export function addUps(mib: Mib): void {
  const scalars = { "2.1": 2, "2.2": 0, "2.3": 38, "2.5": 545, "4.1": 3 };
  for (const [at, value] of Object.entries(scalars)) {
    const oid = `${UPS}.${at}`;
    mib.registerProvider({
      name: oid,
      type: MibProviderType.Scalar,
      oid,
      scalarType: ObjectType["Integer"] ?? 0,
      maxAccess: READ_ONLY,
    });
    mib.setScalarValue(oid, value);
  }
  addRows(mib, `${UPS}.3.3.1`, { columns: { 3: "Integer" }, rows: { 1: [231] } });
  addRows(mib, `${UPS}.4.4.1`, { columns: { 2: "Integer", 5: "Integer" }, rows: { 1: [230, 41] } });
}

/**
 * ENTITY-SENSOR-MIB and ENTITY-MIB: inlet, processor, fans and supply of a switch; the temperatures go up and down by
 * the hour. Gives what ends that.
 */
export function addChassis(mib: Mib): () => void {
  const temperatures = () => [wave(23, 2), wave(54, 6)];
  const [inlet, processor] = temperatures();
  addRows(mib, SENSOR, {
    columns: { 1: "Integer", 2: "Integer", 3: "Integer", 4: "Integer", 5: "Integer" },
    rows: {
      1: [8, 9, 1, inlet, 1],
      2: [8, 9, 1, processor, 1],
      3: [10, 9, 0, 7200, 1],
      4: [10, 9, 0, 7350, 1],
      5: [6, 9, 0, 148, 1],
    },
  });
  addRows(mib, ENTITY, {
    columns: { 7: "OctetString" },
    rows: { 1: ["Inlet"], 2: ["Switch ASIC"], 3: ["Fan 1"], 4: ["Fan 2"], 5: ["Supply 1"] },
  });
  const timer = setInterval(() => {
    for (const [at, tenths] of temperatures().entries())
      mib.setTableSingleCell(SENSOR, VALUE_COLUMN, [at + 1], tenths);
  }, CHANGED_EVERY_MS);
  return () => clearInterval(timer);
}

/** Tenths around a middle. */
function wave(middle: number, reach: number): number {
  return Math.round((middle + reach * Math.sin((Date.now() / PERIOD_MS) * 2 * Math.PI)) * 10);
}

type Rows = { columns: Readonly<Record<number, string>>; rows: Readonly<Record<number, readonly unknown[]>> };

/** A table whose rows are told apart by one number. */
function addRows(mib: Mib, oid: string, { columns, rows }: Rows): void {
  mib.registerProvider({
    name: oid,
    type: MibProviderType.Table,
    oid,
    maxAccess: NOT_ACCESSIBLE,
    tableColumns: [
      ...Object.entries(columns).map(([number, type]) => ({
        number: Number(number),
        name: `column${number}`,
        type: ObjectType[type] ?? 0,
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
