import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { invalid } from "#platform/errors";
import type { Predicate } from "../query/predicate";
import type { Direction } from "../store/event-key";
import type { Cursor } from "../store/event-store";

const position = z.int().min(0);
const collector = z.string().regex(/^[0-9a-f]{12}$/);

/** Version, search, key, newest id by collector, total. */
const CursorContent = z.tuple([
  z.literal(1),
  z.string(),
  z.tuple([position, collector, position]),
  z.record(collector, position),
  z.tuple([position, z.boolean()]),
]);

/** A cursor belongs to one search: the same conditions, window and direction. */
export type CursorSearch = { predicate: Predicate; sortDirection: Direction };

export function encodeCursor({ after, asOf, total }: Cursor, search: CursorSearch): string {
  const content: z.input<typeof CursorContent> = [
    1,
    fingerprint(search),
    [after.receivedAtMicros, after.collector, after.id],
    Object.fromEntries(asOf),
    [total.total, total.isLowerBound],
  ];
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/** @throws ApiError 422 where the text is no cursor, or one of another search. */
export function decodeCursor(text: string, search: CursorSearch): Cursor {
  const parsed = CursorContent.safeParse(parseContent(text));
  if (!parsed.success) throw refuseCursor("this is no cursor");
  const [, searched, [receivedAtMicros, name, id], asOf, [total, isLowerBound]] = parsed.data;
  if (searched !== fingerprint(search))
    throw refuseCursor("the cursor belongs to a search with other filters");
  return {
    after: { receivedAtMicros, collector: name, id },
    asOf: new Map(Object.entries(asOf)),
    total: { total, isLowerBound },
  };
}

/** The 422 of the parameter `cursor`. */
export function refuseCursor(reason: string): Error {
  return invalid([{ loc: ["query", "cursor"], msg: `Value error, ${reason}`, type: "value_error" }]);
}

function parseContent(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Not a secret: a cursor opens nothing that its search would not. */
function fingerprint(search: CursorSearch): string {
  return createHash("sha256").update(JSON.stringify(search)).digest("base64url").slice(0, 16);
}
