import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { isInForce, occupiedAddresses, otherwiseOccupiedAddresses } from "../occupied-addresses";
import { ipReservations } from "../tables";
import { formatAddress, parseHostAddress, sizeOf, type Family, type Interval } from "../prefix";
import { cut, takeFrom, type Direction } from "./visiting-order";

/** Addresses that one statement looks at; more while it finds nothing. */
const FIRST_LOOK = 1024n;
const LONGEST_LOOK = 16_384n;
/** From here on counting what is taken is quicker than listing it. */
const COUNTED = 4096n;

type Search = { family: Family; direction: Direction };

/**
 * The first `count` addresses of `visited` that nobody holds, in visiting order; fewer where there are no more. It
 * reads what is taken from the near end only, and jumps over what is taken without a gap by counting it in growing
 * steps.
 */
export async function findFreeAddresses(
  db: Db,
  search: Search & { visited: readonly Interval[]; count: number },
): Promise<bigint[]> {
  const found: bigint[] = [];
  let rest: Interval[] = [...search.visited];
  let look = FIRST_LOOK;
  while (rest.length > 0 && found.length < search.count) {
    const { direction } = search;
    const step = takeFrom(rest, { size: look, direction });
    const free = await freeIntervals(db, step.taken, search);
    for (const interval of free) take(found, interval, search);
    rest = step.rest;
    if (free.length > 0) continue;
    look = look * 4n > LONGEST_LOOK ? LONGEST_LOOK : look * 4n;
    rest = await skipTaken(db, rest, search);
  }
  return found;
}

function take(found: bigint[], { first, last }: Interval, search: Search & { count: number }): void {
  for (let offset = 0n; found.length < search.count && first + offset <= last; offset++) {
    found.push(search.direction === "up" ? first + offset : last - offset);
  }
}

type TakenRow = {
  place: number;
  /** Null: the interval is empty. */
  address: string | null;
  next: string | null;
  is_first: boolean | null;
};

/** What of the intervals is free, in visiting order. One statement. */
async function freeIntervals(db: Db, intervals: readonly Interval[], search: Search): Promise<Interval[]> {
  const rows = await db.execute<TakenRow>(sql`
    SELECT part.place::int, host(taken.address) AS address, host(taken.next) AS next, taken.is_first
    FROM unnest(${addressArray(intervals, "first", search)}::inet[], ${addressArray(intervals, "last", search)}::inet[])
      WITH ORDINALITY AS part (first, last, place)
    LEFT JOIN LATERAL (
      SELECT * FROM (
        SELECT address, lead(address) OVER ascending AS next, row_number() OVER ascending = 1 AS is_first
        FROM ${occupiedAddresses} AS occupied
        WHERE address BETWEEN part.first AND part.last
        WINDOW ascending AS (ORDER BY address)
      ) AS neighbours
      WHERE is_first OR CASE WHEN next IS NULL THEN true WHEN next = address THEN false ELSE next > address + 1 END
    ) AS taken ON true
    ORDER BY part.place, taken.address, taken.next NULLS LAST`);
  const free: Interval[][] = intervals.map(() => []);
  for (const row of rows) {
    const interval = intervals[row.place - 1];
    if (interval !== undefined) free[row.place - 1]?.push(...gapsAt(row, interval));
  }
  return free.flatMap((gaps) => (search.direction === "up" ? gaps : gaps.reverse()));
}

/** The gap before the first taken address of an interval, and the one behind each. */
function gapsAt(row: TakenRow, interval: Interval): Interval[] {
  if (row.address === null) return [interval];
  const address = valueOf(row.address);
  const last = row.next === null ? interval.last : valueOf(row.next) - 1n;
  const gaps = [
    ...(row.is_first === true ? [{ first: interval.first, last: address - 1n }] : []),
    { first: address + 1n, last },
  ];
  return gaps.filter((gap) => gap.first <= gap.last);
}

function valueOf(address: string): bigint {
  const parsed = parseHostAddress(address);
  if (parsed === undefined) throw new Error(`our bug: the database has the address ${address}`);
  return parsed.value;
}

/** As PostgreSQL writes an array. */
function addressArray(intervals: readonly Interval[], end: keyof Interval, { family }: Search): string {
  const addresses = intervals.map((interval) => formatAddress({ family, value: interval[end] }));
  return `{${addresses.join(",")}}`;
}

/**
 * Leaves out the near part of the nearest interval that is wholly taken, but for what one look sees. Where only `held`
 * of a part's addresses are taken, the first free one is not behind the first `held`: so little is counted twice.
 */
async function skipTaken(db: Db, visited: readonly Interval[], search: Search): Promise<Interval[]> {
  const [nearest, ...others] = visited;
  if (nearest === undefined || sizeOf(nearest) < COUNTED) return [...visited];
  const { direction } = search;
  let rest = nearest;
  let step = COUNTED;
  let heldAhead: bigint | undefined;
  while (sizeOf(rest) > 0n) {
    const size = step < sizeOf(rest) ? step : sizeOf(rest);
    const [near, far] = cut(rest, { size, direction });
    const held = await countHeld(db, near, search);
    if (held === size) rest = far;
    if (held === size && heldAhead === undefined) {
      step = size * 4n;
      continue;
    }
    heldAhead = held === size ? (heldAhead ?? 0n) - size : held;
    step = heldAhead < size / 2n ? heldAhead : size / 2n;
    if (step <= FIRST_LOOK) break;
  }
  return sizeOf(rest) === 0n ? others : [rest, ...others];
}

/** How many addresses of the interval are held by somebody, at most: exact where it is all of them. */
async function countHeld(db: Db, interval: Interval, { family }: Search): Promise<bigint> {
  const first = formatAddress({ family, value: interval.first });
  const last = formatAddress({ family, value: interval.last });
  const inRange = sql`address BETWEEN ${first}::inet AND ${last}::inet`;
  const size = sizeOf(interval);
  const [counted] = await db.execute<{ reserved: number; others: number }>(sql`
    SELECT (SELECT count(*) FROM ${ipReservations} WHERE ${isInForce} AND ${inRange})::float8 AS reserved,
      (SELECT count(*) FROM ${otherwiseOccupiedAddresses} AS occupied WHERE ${inRange})::float8 AS others`);
  if (counted === undefined) throw new Error("our bug: a count gave no row");
  const [reserved, others] = [BigInt(counted.reserved), BigInt(counted.others)];
  // Nobody has reserved an address twice, but one may be held by several in different ways.
  if (reserved === size || reserved + others < size)
    return reserved + others < size ? reserved + others : size;
  const [distinct] = await db.execute<{ held: number }>(sql`
    SELECT count(*)::float8 AS held
    FROM (SELECT DISTINCT address FROM ${occupiedAddresses} AS occupied WHERE ${inRange}) AS addresses`);
  return BigInt(distinct?.held ?? 0);
}
