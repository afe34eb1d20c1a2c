import type { Varbind } from "net-snmp";
import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import type { SnmpSession } from "./session";
import { walkColumn, type Walk, type WalkOptions } from "./walk";

export type TableRow<Name extends string> = {
  /** What stands behind a column's name. */
  index: readonly number[];
  cells: ReadonlyMap<Name, Varbind>;
};

export type Table<Name extends string> = {
  rows: TableRow<Name>[];
  /** Why a column ended before its end; null: none did. */
  brokenOff: Walk["brokenOff"];
};

/** Names of columns with their object identifiers. */
export type Columns<Name extends string> = readonly [
  first: readonly [Name, string],
  ...rest: (readonly [Name, string])[],
];

/**
 * A table by its columns, each of at most `mostRows` rows. The first column says which rows there are, and is read
 * alone: an agent that does not know the table is asked once.
 * @throws ProbeTrouble where the first row cannot be had, the signal's reason.
 */
export async function walkTable<Name extends string>(
  session: SnmpSession,
  [[firstName, firstColumn], ...others]: Columns<Name>,
  options: WalkOptions,
): Promise<Table<Name>> {
  const first = await walkColumn(session, firstColumn, options);
  const rows = new Map(
    first.rows.map(({ index, variable }) => [
      index.join("."),
      { index, cells: new Map<Name, Varbind>([[firstName, variable]]) },
    ]),
  );
  if (rows.size === 0) return { rows: [], brokenOff: first.brokenOff };
  const walks = await Promise.all(
    others.map(async ([name, column]) => ({ name, walk: await walkFurther(session, column, options) })),
  );
  for (const { name, walk } of walks) {
    for (const { index, variable } of walk.rows) rows.get(index.join("."))?.cells.set(name, variable);
  }
  const brokenOff = [first, ...walks.map(({ walk }) => walk)].find((walk) => walk.brokenOff !== null);
  return { rows: [...rows.values()], brokenOff: brokenOff?.brokenOff ?? null };
}

/** A column that cannot be had at all is one that is missing. */
async function walkFurther(session: SnmpSession, column: string, options: WalkOptions): Promise<Walk> {
  try {
    return await walkColumn(session, column, options);
  } catch (error) {
    if (!(error instanceof ProbeTrouble)) throw error;
    return { rows: [], brokenOff: error instanceof OutOfTimeError ? "time" : "trouble" };
  }
}
