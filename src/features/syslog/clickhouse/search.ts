import { notFound } from "#platform/errors";
import type { FirewallEventDetail } from "../event/models";
import type { Row } from "../segments/duckdb";
import type { AsOf, EventKey } from "../store/event-key";
import { LISTED_EVENT, toFirewallEvent, toFirewallEventDetail } from "../store/event-row";
import { type EventPage, type EventSearch, MAX_COUNTED, type Total } from "../store/event-store";
import { describeMissing } from "../store/missing";
import type { Predicate } from "../query/predicate";
import { isBehindSql, isStoredSql, keyOrderSql } from "./key-order";
import { type ClickHouseReader, readRows, withinLimits } from "./reader";
import { selectColumns, selectDetail } from "./select-columns";
import { listNewestIds } from "./totals";

/** Counting is given so long; what was found then is a lower bound. */
const COUNT_BUDGET_MS = 1000;

const LISTED = selectColumns(LISTED_EVENT.columns);

/** As `EventStore` says. */
export function searchEvents(
  reader: ClickHouseReader,
  search: EventSearch,
  signal: AbortSignal,
): Promise<EventPage> {
  return withinLimits(reader, signal, async (until) => {
    const asOf = search.cursor?.asOf ?? (await listNewestIds(reader, until));
    const [rows, total] = await Promise.all([
      readPage(reader, { ...search, asOf }, until),
      search.cursor?.total ?? count(reader, { predicate: search.predicate, asOf }, until),
    ]);
    const shown = rows.slice(0, search.limit).map(LISTED.toRow);
    const counted =
      search.cursor?.total ?? bound(total, { ...search, isLast: rows.length <= search.limit }, shown.length);
    const last = shown.at(-1);
    const goesOn = search.sortBy === "received_at" && rows.length > search.limit && last !== undefined;
    return {
      total: counted.total,
      total_is_lower_bound: counted.isLowerBound,
      ...describeMissing([]),
      next: goesOn ? { after: keyOf(last), asOf, total: counted } : undefined,
      events: shown.map(toFirewallEvent),
    };
  });
}

/** One row more than the page shows tells whether it goes on. */
function readPage(
  reader: ClickHouseReader,
  { predicate, sortBy, sortDirection, limit, offset, cursor, asOf }: EventSearch & { asOf: AsOf },
  signal: AbortSignal,
): Promise<Row[]> {
  const order =
    sortBy === "received_at"
      ? keyOrderSql(sortDirection)
      : `${sortBy} ${sortDirection} NULLS LAST, id DESC, collector DESC`;
  return readRows(
    reader,
    {
      predicate,
      statement({ events, where, values }) {
        const after = cursor === undefined ? "true" : isBehindSql(cursor.after, sortDirection, values);
        return `SELECT ${LISTED.sql} FROM ${events}
          WHERE ${where} AND ${isStoredSql(asOf, values)} AND ${after}
          ORDER BY ${order} LIMIT ${limit + 1} OFFSET ${offset}`;
      },
    },
    signal,
  );
}

export function keyOf(row: Row): EventKey {
  return {
    receivedAtMicros: Number(row["received_at"]),
    collector: String(row["collector"]),
    id: Number(row["id"]),
  };
}

/** All matches, up to one more than are counted; undefined where the budget was not enough. */
async function count(
  reader: ClickHouseReader,
  { predicate, asOf }: { predicate: Predicate; asOf: AsOf },
  signal: AbortSignal,
): Promise<Total | undefined> {
  const budget = AbortSignal.timeout(COUNT_BUDGET_MS);
  try {
    const [row] = await readRows(
      reader,
      {
        predicate,
        statement: ({ events, where, values }) => `SELECT count() AS total FROM
          (SELECT 1 FROM ${events} WHERE ${where} AND ${isStoredSql(asOf, values)} LIMIT ${MAX_COUNTED + 1})`,
      },
      AbortSignal.any([signal, budget]),
    );
    const total = Number(row?.["total"] ?? 0);
    return { total: Math.min(total, MAX_COUNTED), isLowerBound: total > MAX_COUNTED };
  } catch (error) {
    if (!budget.aborted || signal.aborted) throw error;
    return undefined;
  }
}

/** A total that could not be counted is no less than what the page reaches, and what a last page reaches is exact. */
function bound(
  counted: Total | undefined,
  { offset, isLast }: { offset: number; isLast: boolean },
  shown: number,
): Total {
  if (counted !== undefined) return counted;
  const reached = shown === 0 ? 0 : offset + shown;
  const isExact = isLast && (shown > 0 || offset === 0) && reached <= MAX_COUNTED;
  return { total: Math.min(reached, MAX_COUNTED), isLowerBound: !isExact };
}

/** As `EventStore` says. */
export function getEvent(
  reader: ClickHouseReader,
  id: number,
  signal: AbortSignal,
): Promise<FirewallEventDetail> {
  return withinLimits(reader, signal, async (until) => {
    const { sql, toRow } = selectDetail();
    const predicate: Predicate = {
      conditions: [{ kind: "equals", column: "id", value: id, isNegated: false }],
    };
    const statement = ({ events, where }: { events: string; where: string }) =>
      `SELECT ${sql} FROM ${events} WHERE ${where} ORDER BY received_at DESC, collector DESC LIMIT 1`;
    const [row] = await readRows(reader, { predicate, statement }, until);
    if (row === undefined) throw notFound("Event not found");
    return toFirewallEventDetail(toRow(row));
  });
}
