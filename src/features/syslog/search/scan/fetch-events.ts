import { setImmediate } from "node:timers/promises";
import type { LocatedKey } from "./event-key";
import type { EventColumn } from "../../event/columns";
import type { Row } from "../../segments/duckdb";
import type { EventShape } from "../../store/event-row";
import { selectColumns } from "./select-columns";
import { querySegments, type SegmentReader } from "./segment-reader";
import type { Parameters } from "./sql";

/** Events that are built before other work gets its turn. */
const EVENTS_PER_TURN = 500;

/** The events of the keys, in their order. */
export async function fetchEvents<Event>(
  reader: SegmentReader,
  { keys, shape }: { keys: readonly LocatedKey[]; shape: EventShape<Event> },
  signal: AbortSignal,
): Promise<Event[]> {
  const rows = await fetchRows(reader, { keys, columns: shape.columns }, signal);
  const events: Event[] = [];
  for (const row of rows) {
    if (events.length % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await setImmediate();
    events.push(shape.toEvent(row));
  }
  return events;
}

/** Columns of the events of the keys, in their order, as DuckDB reads them; `id` is among the columns. */
export async function fetchRows(
  reader: SegmentReader,
  { keys, columns }: { keys: readonly LocatedKey[]; columns: readonly EventColumn[] },
  signal: AbortSignal,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const segments = [...new Map(keys.map((key) => [key.path, key])).values()];
  const rows = await querySegments(
    reader,
    {
      segments,
      predicate: { conditions: [] },
      select: selectColumns(columns),
      and: (parameters) => isOneOfSql(keys, parameters),
    },
    signal,
  );
  const found = new Map(
    rows.map((row) => [`${segments[Number(row["segment"])]?.path}:${row["id"]}`, row] as const),
  );
  return keys.map((key) => {
    const row = found.get(`${key.path}:${key.id}`);
    if (row === undefined) throw new Error(`cannot read event ${key.id}: it has gone from ${key.path}`);
    return row;
  });
}

/** More are better compared by joining them: DuckDB takes long to read a statement of thousands of numbers. */
const MAX_LITERALS = 500;

/**
 * Rows that are named by their places leave the others of their row groups unread, which ids cannot do: where lines of
 * a shape stand together, the ids of every row group span the whole file. In a single file their places are enough.
 */
function isOneOfSql(keys: readonly LocatedKey[], parameters: Parameters): string {
  const ids = keys.map(({ id }) => id);
  if (keys.length <= MAX_LITERALS) {
    const rows = [...new Set(keys.map(({ row }) => row))];
    const isRow = `row IN (${rows.join(", ")})`;
    const isOfOneFile = keys.every(({ path }) => path === keys[0]?.path);
    return isOfOneFile ? isRow : `${isRow} AND id IN (${ids.join(", ")})`;
  }
  const [least, greatest] = ids.reduce(
    ([low, high], id) => [Math.min(low, id), Math.max(high, id)],
    [Infinity, -Infinity],
  );
  const list = parameters.add(ids.join(","));
  return (
    `id BETWEEN ${parameters.add(least)}::BIGINT AND ${parameters.add(greatest)}::BIGINT ` +
    `AND id IN (SELECT unnest(string_split(${list}::VARCHAR, ',')::BIGINT[]))`
  );
}
