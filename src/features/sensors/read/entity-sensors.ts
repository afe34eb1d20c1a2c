import { ProbeTrouble } from "#platform/probe/trouble";
import { readText } from "#platform/snmp/read";
import { walkTable, type Columns, type TableRow } from "#platform/snmp/table";
import { MAX_ROWS } from "./groups";
import {
  numberIn,
  sensorValue,
  shortName,
  type AgentStatus,
  type Asked,
  type Group,
  type Reading,
  type SensorCategory,
} from "./reading";

/** ENTITY-SENSOR-MIB (RFC 3433): entPhySensorTable. */
const ENTRY = "1.3.6.1.2.1.99.1.1.1";
/** ENTITY-MIB (RFC 6933): entPhysicalName and entPhysicalDescr. */
const PHYSICAL_NAME = "1.3.6.1.2.1.47.1.1.1.1.7";
const PHYSICAL_DESCRIPTION = "1.3.6.1.2.1.47.1.1.1.1.2";
/** Names that are asked for at the same time. */
const AT_ONCE = 8;

type Name = "type" | "scale" | "precision" | "value" | "status";
const COLUMNS: Columns<Name> = [
  ["type", `${ENTRY}.1`],
  ["scale", `${ENTRY}.2`],
  ["precision", `${ENTRY}.3`],
  ["value", `${ENTRY}.4`],
  ["status", `${ENTRY}.5`],
];

/** EntitySensorDataType; what is not here (other, unknown, hertz, airflow) is `other`. */
const TYPES: Readonly<Record<number, readonly [category: SensorCategory, unit: string]>> = {
  3: ["voltage", "V"],
  4: ["voltage", "V"],
  5: ["current", "A"],
  6: ["power", "W"],
  7: ["other", "Hz"],
  8: ["temperature", "°C"],
  9: ["humidity", "%"],
  10: ["fan", "rpm"],
  11: ["other", "m³/min"],
};
const TRUTH_VALUE = 12;
const [OK, UNAVAILABLE, NON_OPERATIONAL] = [1, 2, 3];
/** EntitySensorDataScale: `units` is 9, and each step is a thousandfold. */
const UNITS = 9;
const MAX_PRECISION = 9;

/** ENTITY-SENSOR-MIB: temperatures, fans, voltages, currents, power and what else is measured in a chassis. */
export const ENTITY_SENSORS: Group = {
  name: "entity",
  async read(asked) {
    const { session, options } = asked;
    const { rows, brokenOff } = await walkTable(session, COLUMNS, { ...options, mostRows: MAX_ROWS });
    const names = await readNames(
      asked,
      rows.map(({ index }) => index.join(".")),
    );
    const readings = rows.map((row) => readingOf(row, names.get(row.index.join(".")) ?? null));
    return { readings, isWhole: brokenOff === null };
  },
};

function readingOf(row: TableRow<Name>, name: string | null): Reading {
  const index = row.index.join(".");
  const type = numberIn(row, "type") ?? 0;
  const [category, unit] = TYPES[type] ?? (["other", ""] as const);
  const status = numberIn(row, "status");
  const isThere = status === OK || status === null;
  const [judged, words] = judge(status);
  return {
    key: `entity:${index}`,
    category,
    name: name ?? `Sensor ${index}`,
    unit,
    oid: `${ENTRY}.4.${index}`,
    value: isThere ? scaled(row, type) : null,
    status: judged,
    words,
  };
}

function judge(status: number | null): [AgentStatus | null, string | null] {
  if (status === UNAVAILABLE) return ["unknown", "the agent has no value at the moment"];
  if (status === NON_OPERATIONAL) return ["warning", "the sensor is broken"];
  return [status === OK ? "ok" : null, null];
}

/** The number with its scale and its decimals; null where they cannot be. */
function scaled(row: TableRow<Name>, type: number): number | null {
  const number = numberIn(row, "value");
  if (number === null || type === TRUTH_VALUE) return number;
  const scale = numberIn(row, "scale") ?? UNITS;
  const precision = numberIn(row, "precision") ?? 0;
  if (scale < 1 || scale > 17 || Math.abs(precision) > MAX_PRECISION) return null;
  // A negative precision says how many digits of an approximate number count; it moves no point.
  return sensorValue(number * 10 ** ((scale - UNITS) * 3 - Math.max(0, precision)));
}

/**
 * What the parts are called, by index: their name, else their description. What cannot be had now is asked for the next
 * time.
 */
async function readNames(asked: Asked, indexes: readonly string[]): Promise<Map<string, string | null>> {
  const { options, names } = asked;
  const left = indexes.filter((index) => !names.has(`${PHYSICAL_NAME}.${index}`));
  while (left.length > 0 && performance.now() < options.endsAt) {
    const batch = left.splice(0, AT_ONCE);
    const read = await Promise.allSettled(batch.map((index) => readName(asked, index)));
    for (const [at, result] of read.entries()) {
      if (result.status === "fulfilled") names.set(`${PHYSICAL_NAME}.${batch[at]}`, result.value);
      else if (!(result.reason instanceof ProbeTrouble)) throw result.reason;
      else left.length = 0;
    }
  }
  return new Map(indexes.map((index) => [index, names.get(`${PHYSICAL_NAME}.${index}`) ?? null]));
}

async function readName({ session, options }: Asked, index: string): Promise<string | null> {
  const name = shortName(await readText(session, `${PHYSICAL_NAME}.${index}`, options));
  return name ?? shortName(await readText(session, `${PHYSICAL_DESCRIPTION}.${index}`, options));
}
