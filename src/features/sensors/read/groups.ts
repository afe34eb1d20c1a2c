import { ProbeTrouble } from "#platform/probe/trouble";
import { readScalar } from "#platform/snmp/read";
import { walkTable, type Columns, type TableRow } from "#platform/snmp/table";
import {
  numberIn,
  sensorValue,
  type Asked,
  type Group,
  type GroupReadings,
  type Reading,
  type SensorCategory,
  type Statuses,
  textIn,
  usableNumber,
} from "./reading";

/** Of each table: a chassis that is full has fewer. */
export const MAX_ROWS = 256;

/** A sensor that is one variable. */
export type Scalar = {
  oid: string;
  category: SensorCategory;
  name: string;
  unit?: string;
  /** What one step of the number is worth; absent: 1. */
  step?: number;
  /** The number is a state, and no measure. */
  statuses?: Statuses;
};

/** A table with a sensor in each row: plain data. */
export type SensorTable = {
  name: string;
  category: SensorCategory;
  unit?: string;
  step?: number;
  /** The column of the number; null: the status is all there is. */
  value: string | null;
  title: string | null;
  /** What a row is called that has no name: `CPU` and its index. */
  noun: string;
  status?: { column: string; statuses: Statuses };
  /** False: the row is no such sensor. */
  isSensor?: (value: number | null) => boolean;
};

/** Variables one by one. The first says whether the agent knows them at all: an agent that does not is asked once. */
export function scalarGroup(name: string, scalars: readonly Scalar[]): Group {
  return {
    name,
    async read(asked) {
      const [first, ...rest] = scalars;
      if (first === undefined) return { readings: [], isWhole: true };
      const number = await readNumber(asked, first.oid);
      if (number === null) return { readings: [], isWhole: true };
      const others = await Promise.allSettled(rest.map(async (one) => readNumber(asked, one.oid)));
      const failed = others.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      for (const reason of failed) if (!(reason instanceof ProbeTrouble)) throw reason;
      const numbers = [number, ...others.map((one) => (one.status === "fulfilled" ? one.value : null))];
      const readings = scalars.flatMap((scalar, index) => readingOf(name, scalar, numbers[index] ?? null));
      return { readings, isWhole: failed.length === 0 };
    },
  };
}

function readingOf(group: string, scalar: Scalar, number: number | null): Reading[] {
  const { oid, category, name, unit = "", step = 1, statuses } = scalar;
  if (number === null) return [];
  const [status, words] = statuses === undefined ? [null, null] : statusOf(statuses, number);
  return [
    { key: `${group}:${oid}`, category, name, unit, oid, value: sensorValue(number * step), status, words },
  ];
}

/** What a number that the list does not have means is not known. */
function statusOf(statuses: Statuses, number: number | null): Statuses[number] {
  return (number === null ? undefined : statuses[number]) ?? ["unknown", `state ${number ?? "unknown"}`];
}

/** The number of a scalar; null: the agent has none. @throws ProbeTrouble, the signal's reason. */
export async function readNumber({ session, options }: Asked, oid: string): Promise<number | null> {
  const value = await readScalar(session, oid, options);
  return value === null ? null : usableNumber(value.number);
}

type Name = "value" | "title" | "status";

/** A table of sensors as the data says. */
export function tableGroup(table: SensorTable): Group {
  const value = table.value === null ? [] : [["value", table.value] as const];
  const status = table.status === undefined ? [] : [["status", table.status.column] as const];
  const title = table.title === null ? [] : [["title", table.title] as const];
  const [first, ...rest] = [...value, ...status, ...title];
  if (first === undefined) throw new Error(`our bug: the table ${table.name} has no column`);
  const columns: Columns<Name> = [first, ...rest];
  return {
    name: table.name,
    async read({ session, options }): Promise<GroupReadings> {
      const found = await walkTable(session, columns, { ...options, mostRows: MAX_ROWS });
      return {
        readings: found.rows.flatMap((row) => readingOfRow(table, row)),
        isWhole: found.brokenOff === null,
      };
    },
  };
}

function readingOfRow(table: SensorTable, row: TableRow<Name>): Reading[] {
  const { category, unit = "", step = 1, isSensor = () => true } = table;
  const index = row.index.join(".");
  const number = table.value === null ? null : numberIn(row, "value");
  const state = table.status === undefined ? null : numberIn(row, "status");
  if (!isSensor(table.value === null ? state : number)) return [];
  const [status, words] = table.status === undefined ? [null, null] : statusOf(table.status.statuses, state);
  return [
    {
      key: `${table.name}:${index}`,
      category,
      name: textIn(row, "title") ?? `${table.noun} ${index}`,
      unit,
      oid: `${table.value ?? table.status?.column ?? ""}.${index}`,
      value: table.value === null ? state : number === null ? null : sensorValue(number * step),
      status,
      words: table.value === null ? words : null,
    },
  ];
}
