import type { Varbind } from "net-snmp";
import type { ProbeLimits } from "../probe/endpoint";
import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import { NoSuchNameError, type SnmpSession } from "./session";
import { missingOf } from "./value";

/** A row of a column: what its name has behind that of the column, and its value. */
export type Row = { index: readonly number[]; variable: Varbind };

export type Walk = {
  rows: Row[];
  /** Why it ended before the column did; null: it did not. */
  brokenOff: "rows" | "size" | "time" | "order" | "trouble" | null;
};

/** Of the names and values of one column: ten thousand of the longest descriptions (RFC 2579: 255 octets) have less. */
export const MAX_WALK_MIB = 4;

/**
 * `endsAt` is on the clock of `performance.now`; `rowsAtOnce` are asked for in one question where the agent takes that,
 * absent: one.
 */
export type WalkOptions = ProbeLimits & { mostRows: number; endsAt: number; rowsAtOnce?: number };

const NAME = /^\d{1,10}(?:\.\d{1,10}){0,127}$/;

/**
 * A column of a table, row by row (RFC 3416 section 4.2.2). An agent whose names do not go up, as one does that goes in
 * circles, is believed no further.
 * @throws ProbeTrouble where the first row cannot be had, the signal's reason.
 */
export async function walkColumn(session: SnmpSession, column: string, options: WalkOptions): Promise<Walk> {
  const { mostRows, rowsAtOnce = 1 } = options;
  const rows: Row[] = [];
  let name = column;
  let bytesLeft = MAX_WALK_MIB * 1024 * 1024;
  for (;;) {
    if (rows.length >= mostRows) return { rows, brokenOff: "rows" };
    const leftMs = options.endsAt - performance.now();
    if (leftMs <= 0) return { rows, brokenOff: "time" };
    const count = Math.min(rowsAtOnce, mostRows - rows.length);
    const behind = await askBehind(session, name, {
      count,
      limits: { timeoutMs: Math.min(options.timeoutMs, leftMs), signal: options.signal },
    });
    if (behind instanceof ProbeTrouble) {
      if (rows.length === 0) throw behind;
      return { rows, brokenOff: behind instanceof OutOfTimeError ? "time" : "trouble" };
    }
    if (behind.length === 0) return { rows, brokenOff: null };
    for (const next of behind.slice(0, count)) {
      const isRow = missingOf(next) === undefined && next.oid.startsWith(`${column}.`);
      if (!isRow) return { rows, brokenOff: null };
      if (!NAME.test(next.oid) || !isBehind(next.oid, name)) return { rows, brokenOff: "order" };
      const index = next.oid
        .slice(column.length + 1)
        .split(".")
        .map(Number);
      bytesLeft -= next.oid.length + lengthOf(next.value);
      if (bytesLeft < 0) return { rows, brokenOff: "size" };
      rows.push({ index, variable: { ...next, value: apart(next.value) } });
      name = next.oid;
    }
  }
}

function lengthOf(value: unknown): number {
  return typeof value === "string" || Buffer.isBuffer(value) ? value.length : 0;
}

/** Without the datagram that it came in, which may have 64 KiB for an octet. */
function apart(value: unknown): unknown {
  return Buffer.isBuffer(value) ? Buffer.from(value) : value;
}

/** None: nothing comes behind it. */
async function askBehind(
  session: SnmpSession,
  name: string,
  { count, limits }: { count: number; limits: ProbeLimits },
): Promise<Varbind[] | ProbeTrouble> {
  try {
    return await session.getBehind(name, count, limits);
  } catch (error) {
    // So says version 1 at the end of all names (RFC 1157 section 4.1.3).
    if (error instanceof NoSuchNameError) return [];
    if (error instanceof ProbeTrouble) return error;
    throw error;
  }
}

function isBehind(name: string, before: string): boolean {
  const [left, right] = [name.split(".").map(Number), before.split(".").map(Number)];
  for (const [at, number] of left.entries()) {
    const other = right[at];
    if (other === undefined) return true;
    if (number !== other) return number > other;
  }
  return false;
}
