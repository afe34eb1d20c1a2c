import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ApiError } from "../errors";
import { integer } from "./fields";

const LARGEST_PAGE = 1000;

/** Query of a list that is whole by default and comes in pages when `limit` is given. */
export const pagingFields = {
  limit: integer({ min: 1, max: LARGEST_PAGE }).optional().openapi({
    description: "gives a page of so many; absent: the whole list",
  }),
  cursor: z
    .string()
    .max(2048)
    .optional()
    .openapi({ description: "where the page begins: from the `next` link of the page before" }),
};

/** What places a row in the order of a list; the last key tells it from every other row. */
export type Keys = readonly (string | number | null)[];

/** A page, and how many rows there are in all. `next` are the keys of its last row where more rows follow. */
export type Page<Row> = { rows: Row[]; total: number; next: Keys | undefined };

/**
 * A place in a list as opaque text. `order` names the list and how it is sorted: in another order the place means nothing.
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
 * The keys after which a page begins; undefined: at the start. Throws 422 for a text that is no cursor of this order, or
 * whose keys are not of the `schema`: the checksum tells a damaged cursor, it does not keep anyone from making one.
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
  { limit, total, keysOfRow }: { limit: number; total: number; keysOfRow: (row: Row) => Keys },
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, total, next: last === undefined ? undefined : keysOfRow(last) };
}

/** Says in the answer's headers how many rows there are and where the next page is (RFC 8288); gives the rows. */
export function answerPage<Row>(context: Context, order: string, page: Page<Row>): Row[] {
  context.header("X-Total-Count", String(page.total));
  if (page.next !== undefined) {
    const { pathname, searchParams } = new URL(context.req.url);
    searchParams.set("cursor", toCursor(order, page.next));
    context.header("Link", `<${pathname}?${searchParams.toString()}>; rel="next"`);
  }
  return page.rows;
}
