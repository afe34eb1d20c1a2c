import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Context } from "hono";
import { ApiError } from "../errors";
import { integer } from "./fields";

const LARGEST_PAGE = 1000;

/** Query of a list that is whole by default and comes in pages when `limit` is given. */
export const pagingFields = {
  limit: integer({ min: 1, max: LARGEST_PAGE })
    .optional()
    .openapi({
      description:
        "gives a page of so many; absent: the whole list. Rows that are added or removed between two pages move no other " +
        "row out of the walk, or into it twice; one that is renamed may move itself",
    }),
  cursor: z.string().max(2048).optional().openapi({
    description:
      "where the page begins: from the `next` link of the page before. Without `limit`: all that follows",
  }),
};

export type PageQuery = { limit?: number | undefined; cursor?: string | undefined };

/** Whether a list is asked for as a whole: neither a page of it, nor what follows a place in it. */
export function isOfWholeList({ limit, cursor }: PageQuery): boolean {
  return limit === undefined && cursor === undefined;
}

/** What places a row in the order of a list; the last key tells it from every other row. */
export type Keys = readonly (string | number | null)[];

/** A page, and how many rows there are in all. `next` is the cursor of the page behind it where more rows follow. */
export type Page<Row> = { rows: Row[]; total: number; next: string | undefined };

/**
 * A place in a list as opaque text. `order` names the list and how it is sorted: in another order the place means
 * nothing.
 */
export function toCursor(order: string, keys: Keys): string {
  const text = JSON.stringify(keys);
  return Buffer.from(checksum(order, text) + text).toString("base64url");
}

const CHECKSUM_LENGTH = 12;

function checksum(order: string, text: string): string {
  return createHash("sha256").update(`${order}\n${text}`).digest("base64url").slice(0, CHECKSUM_LENGTH);
}

/**
 * The keys after which a page begins; undefined: at the start. Throws 422 for a text that is no cursor of this order,
 * or whose keys are not of the `schema`: the checksum tells a damaged cursor, it does not keep anyone from making one.
 */
export function keysOf<Schema extends z.ZodType<Keys>>(
  cursor: string | undefined,
  { order, schema }: { order: string; schema: Schema },
): z.output<Schema> | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, "base64url").toString();
  const saved = text.slice(CHECKSUM_LENGTH);
  if (checksum(order, saved) !== text.slice(0, CHECKSUM_LENGTH)) throw invalidCursor();
  const keys = schema.safeParse(fromJson(saved));
  if (!keys.success) throw invalidCursor(keys.error);
  return keys.data;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidCursor(error);
  }
}

function invalidCursor(cause?: unknown) {
  const issue = { loc: ["query", "cursor"], msg: "Value error, Invalid cursor", type: "value_error" };
  return new ApiError(422, [issue], { cause });
}

/** Cuts a page out of `limit + 1` rows: the row too many only shows that there is a next page. */
export function toPage<Row>(
  rows: readonly Row[],
  list: { order: string; limit: number; total: number; keysOfRow: (row: Row) => Keys },
): Page<Row> {
  const page = rows.slice(0, list.limit);
  const last = rows.length > list.limit ? page.at(-1) : undefined;
  const next = last === undefined ? undefined : toCursor(list.order, list.keysOfRow(last));
  return { rows: page, total: list.total, next };
}

/** The rows of a page as they are answered. */
export function mapPage<Row, Answer>(page: Page<Row>, toAnswer: (row: Row) => Answer): Page<Answer> {
  return { ...page, rows: page.rows.map(toAnswer) };
}

/** Text of a cursor that goes into a statement: PostgreSQL's texts hold no NUL. */
export const keyText = z
  .string()
  .max(6000)
  .refine((text) => !text.includes("\0"));

const KEY_TYPES = { text: keyText, bigint: z.int(), uuid: z.uuid() };

type Key<Row> = {
  column: SQL | PgColumn;
  /** As PostgreSQL calls it. */
  type: keyof typeof KEY_TYPES;
  of: (row: Row) => string | number;
};

/** How rows of the database are sorted: the last key tells each from all others. */
export type Ordering<Row> = {
  name: string;
  keys: readonly Key<Row>[];
  isDescending?: boolean;
  /** How the whole list is sorted; absent: as its pages are. */
  whole?: SQL[];
};

/** What a list's statement adds to its own conditions. */
export type Part = { after: SQL | undefined; orderBy: SQL[]; limit: number };

/** More than any list has: of a list without pages. */
export const EVERY_ROW = 2 ** 31;

/**
 * Reads a page of a list; without a limit all that follows the cursor, or the whole list. Throws 422 for a bad cursor.
 */
export async function readPage<Row>(
  query: PageQuery,
  list: { order: Ordering<Row>; rows: (part: Part) => Promise<Row[]>; count: () => Promise<number> },
): Promise<Page<Row>> {
  const { name, keys, isDescending = false, whole } = list.order;
  const direction = sql.raw(isDescending ? "DESC" : "ASC");
  const orderBy = keys.map(({ column }) => sql`${column} ${direction}`);
  if (isOfWholeList(query)) {
    const rows = await list.rows({ after: undefined, orderBy: whole ?? orderBy, limit: EVERY_ROW });
    return { rows, total: rows.length, next: undefined };
  }
  const { limit = EVERY_ROW } = query;
  const place = keysOf(query.cursor, { order: name, schema: keysSchema(list.order) });
  const after = place && behind(list.order, place);
  const [rows, total] = await Promise.all([list.rows({ after, orderBy, limit: limit + 1 }), list.count()]);
  return toPage(rows, { order: name, limit, total, keysOfRow: (row) => keys.map((key) => key.of(row)) });
}

function keysSchema<Row>({ keys }: Ordering<Row>): z.ZodType<Keys> {
  const [first, ...rest] = keys.map(({ type }) => KEY_TYPES[type]);
  if (first === undefined) throw new Error("our bug: a list without an order");
  return z.tuple([first, ...rest]);
}

function behind<Row>({ keys, isDescending = false }: Ordering<Row>, place: Keys): SQL {
  const columns = keys.map(({ column }) => sql`${column}`);
  const values = keys.map(({ type }, index) => sql`${place[index]}::${sql.raw(type)}`);
  const [left, right] = [sql.join(columns, sql`, `), sql.join(values, sql`, `)];
  return isDescending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/** How a list that is put together in memory is sorted. */
export type MemoryOrdering<Row> = {
  name: string;
  keysOfRow: (row: Row) => Keys;
  schema: z.ZodType<Keys>;
  /** Negative where the first keys come before the others. */
  compare: (left: Keys, right: Keys) => number;
};

/** Sorts a list and cuts a page out of it. Throws 422 for a bad cursor. */
export function cutPage<Row>(
  list: readonly Row[],
  { limit = EVERY_ROW, cursor }: PageQuery,
  order: MemoryOrdering<Row>,
): Page<Row> {
  const { name, keysOfRow, schema, compare } = order;
  const rows = list.toSorted((left, right) => compare(keysOfRow(left), keysOfRow(right)));
  const total = rows.length;
  const place = keysOf(cursor, { order: name, schema });
  const start = place === undefined ? 0 : rows.findIndex((row) => compare(keysOfRow(row), place) > 0);
  const rest = start < 0 ? [] : rows.slice(start, start + limit + 1);
  return toPage(rest, { order: name, limit, total, keysOfRow });
}

const inNaturalOrder = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Texts in natural order, sw2 before sw10, in any case; numbers as numbers. */
export function compareNaturally(left: Keys, right: Keys): number {
  return compareKeys(left, right, (one, other) => inNaturalOrder.compare(one, other));
}

/** Texts by their code units, numbers as numbers. */
export function compareExactly(left: Keys, right: Keys): number {
  return compareKeys(left, right, (one, other) => (one < other ? -1 : Number(one > other)));
}

function compareKeys(left: Keys, right: Keys, compareTexts: (one: string, other: string) => number): number {
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? "";
    const areNumbers = typeof one === "number" && typeof other === "number";
    const difference = areNumbers ? one - other : compareTexts(String(one), String(other));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Of a list that is sorted in natural order by name, then by id. */
export const nameAndId = z.tuple([keyText, z.int()]);

/** Says in the answer's headers how many rows there are and where the next page is; gives the rows. */
export function answerPage<Row>(context: Context, page: Page<Row>): Row[] {
  describePage(context, page);
  return page.rows;
}

/** Says in the answer's headers how many rows there are, and where the next page is (RFC 8288). */
export function describePage(context: Context, page: { total: number; next: string | undefined }): void {
  context.header("X-Total-Count", String(page.total));
  if (page.next === undefined) return;
  const { pathname, searchParams } = new URL(context.req.url);
  searchParams.delete("offset");
  searchParams.set("cursor", page.next);
  context.header("Link", linkToNext(pathname, searchParams));
}

/** The `Link` of a page behind which there is another (RFC 8288). */
export function linkToNext(path: string, query: URLSearchParams): string {
  return `<${path}?${query.toString()}>; rel="next"`;
}
