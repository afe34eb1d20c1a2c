import { isDeepStrictEqual } from "node:util";
import { z } from "@hono/zod-openapi";
import { sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../database";
import { ApiError, conflict, notFound } from "../errors";
import type { EntityTags } from "./conditional";

/**
 * Writes by natural key: a POST of a collection with `mode` looks first whether what it would add is there already. The
 * words are those of the device import.
 */

const MODES = ["create", "update", "upsert", "skip"] as const;
export type WriteMode = (typeof MODES)[number];

/** What tells one object of a collection from another, and how a POST changes one that is there. */
export type Upsert = {
  /** For the document: `name`. */
  key: string;
  /** Body of the object's PATCH: of what the POST names, these fields are changed. */
  changes: z.ZodObject;
};

/** Of a POST with `mode`. `changes` holds the fields that its body names, as the PATCH of the object would read them. */
export type ByKey<Changes> = { mode: WriteMode; changes: Changes };

const MEANINGS =
  "`create`: one that is there is refused (409); `update`: changed, and one that is not there is refused (404); `upsert`: changed or added; " +
  "`skip`: left alone, and answered as it is. Only fields that the body names are changed. 201 where one was added, else 200. Absent: one is added";

/** The query of a POST that knows a natural key. */
export function modeFields({ key }: Upsert) {
  return {
    mode: z
      .enum(MODES)
      .optional()
      .openapi({
        description: `what is done where one with the same natural key (${key}) is there. ${MEANINGS}`,
      }),
  };
}

const Query = z.looseObject({ mode: z.enum(MODES) });

/** What a request with this query and body asks for; undefined: to add one, whatever is there. */
export function askedByKey(
  upsert: Upsert | undefined,
  { query, body }: { query: unknown; body: unknown },
): { mode: WriteMode; named: Record<string, unknown> } | undefined {
  const asked = Query.safeParse(query);
  if (upsert === undefined || !asked.success) return undefined;
  const fields = Object.entries(body ?? {}).filter(([name]) => Object.hasOwn(upsert.changes.shape, name));
  return { mode: asked.data.mode, named: Object.fromEntries(fields) };
}

/** An answer of a POST that has added nothing: its status is 200. */
export class AlreadyThere {
  readonly object: object;

  constructor(object: object) {
    this.object = object;
  }
}

/** One kind of objects, as one request speaks of it. */
export type Keyed<Answer extends object, Changes> = {
  /** For people, and what others wait for who write under the same: `site named attic`. Several: all are held. */
  key: string | readonly string[];
  /** Ids of those that have the key, the oldest first. */
  find: (db: Db) => Promise<number[]>;
  read: (db: Db, id: number) => Promise<Answer>;
  create: (db: Db) => Promise<Answer>;
  update: (db: Db, change: { id: number; changes: Changes; ifMatch: EntityTags }) => Promise<Answer>;
  /** The changes as an answer shows them; absent: under the same names. */
  shown?: (changes: Changes) => object;
  /** Objects that a change merges key by key, instead of replacing them. */
  merged?: readonly string[];
  /** Called when what was written by key is committed; `create` alone says so itself. */
  onWritten?: () => void;
};

type Request<Changes> = { db: Db; ifMatch: EntityTags; byKey: ByKey<Changes> | undefined };

/** A concurrent write that keeps no turn may come between the look and the write, once or, if need be, twice. */
const TRIES = 3;

/**
 * Adds an object or, where the request has a `mode`, writes that of its natural key. Who writes under the same key at
 * the same time waits, so that two who send the same make one. Where nothing differs, nothing is written. Throws 404,
 * 409 and 412 as the mode and If-Match say, 409 with the ids where several have the key, and what the writes throw.
 */
export async function writeByKey<Answer extends object, Changes extends object>(
  { db, ifMatch, byKey }: Request<Changes>,
  kind: Keyed<Answer, Changes>,
): Promise<Answer | AlreadyThere> {
  if (byKey === undefined) return kind.create(db);
  const answer = await db.transaction((transaction) =>
    writeInTurn({ db: transaction, ifMatch, byKey }, kind),
  );
  kind.onWritten?.();
  return answer;
}

async function writeInTurn<Answer extends object, Changes extends object>(
  { db, ifMatch, byKey }: { db: Db; ifMatch: EntityTags; byKey: ByKey<Changes> },
  kind: Keyed<Answer, Changes>,
): Promise<Answer | AlreadyThere> {
  const { mode, changes } = byKey;
  const keys = [kind.key].flat();
  for (const key of keys.toSorted())
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const what = keys.join(", ");
  for (let tries = 1; ; tries++) {
    const id = theOnly(await kind.find(db), what);
    requireMode(mode, { id, what });
    try {
      if (id === undefined) {
        if (ifMatch !== undefined)
          throw new ApiError(412, "Nothing is there that could be the object of If-Match");
        return await kind.create(db);
      }
      const current = await kind.read(db, id);
      if (
        mode === "skip" ||
        (ifMatch === undefined && isPart(kind.shown?.(changes) ?? changes, current, kind.merged ?? []))
      )
        return new AlreadyThere(current);
      return new AlreadyThere(await kind.update(db, { id, changes, ifMatch }));
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status === (id === undefined ? 409 : 404);
      if (!isRefusal || tries === TRIES || !(await isOvertaken({ db, id }, kind))) throw error;
    }
  }
}

/** True where the one that was found is gone, or one has come meanwhile. */
async function isOvertaken(
  { db, id }: { db: Db; id: number | undefined },
  { find }: { find: (db: Db) => Promise<number[]> },
): Promise<boolean> {
  const found = await find(db);
  return id === undefined ? found.length > 0 : !found.includes(id);
}

const NAMED = 20;

function theOnly([first, ...others]: readonly number[], what: string): number | undefined {
  if (first === undefined || others.length === 0) return first;
  const ids = [first, ...others].slice(0, NAMED).join(", ");
  throw conflict(`More than one: ${what} (ids ${ids}${others.length < NAMED ? "" : ", …"})`);
}

function requireMode(mode: WriteMode, { id, what }: { id: number | undefined; what: string }): void {
  if (mode === "create" && id !== undefined) throw conflict(`Exists already: ${what} (id ${id})`);
  if (mode === "update" && id === undefined) throw notFound(`Not found: ${what}`);
}

/**
 * True where each field that is named is what it would become. Of what an answer does not show, such as a secret, nobody
 * can say so. Objects within are compared whole, since a change replaces them, but for fields that it merges.
 */
function isPart(named: object, whole: object, merged: readonly string[]): boolean {
  const present = Fields.parse(plain(whole));
  return Object.entries(Fields.parse(plain(named))).every(([name, value]) => {
    if (!Object.hasOwn(present, name)) return false;
    const isSame = merged.includes(name) ? isWithin : isEqual;
    return isSame(value, present[name]);
  });
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const Fields = z.record(z.string(), z.unknown());

/** Each entry that is wanted is there; null is as good as none. */
function isWithin(wanted: unknown, present: unknown): boolean {
  const [left, right] = [Fields.safeParse(wanted), Fields.safeParse(present)];
  if (!left.success || !right.success) return isEqual(wanted, present);
  return Object.entries(left.data).every(([name, value]) => isEqual(value, right.data[name]));
}

/** The ids that the service gives to members of a list are nothing that a caller has to send. */
function isEqual(wanted: unknown, present: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(present))
    return (
      wanted.length === present.length &&
      wanted.every((one, index) => isEqual(one, withoutUnsentId(one, present[index])))
    );
  const [left, right] = [Fields.safeParse(wanted), Fields.safeParse(present)];
  if (!left.success || !right.success) return isDeepStrictEqual(wanted ?? null, present ?? null);
  const names = new Set([...Object.keys(left.data), ...Object.keys(right.data)]);
  return [...names].every((name) => isEqual(left.data[name], right.data[name]));
}

function withoutUnsentId(sent: unknown, present: unknown): unknown {
  const [left, right] = [Fields.safeParse(sent), Fields.safeParse(present)];
  if (!left.success || !right.success || left.data["id"] !== undefined) return present;
  const { id: _, ...rest } = right.data;
  return rest;
}

/** Ids of the rows that fit, the oldest first, so many that a caller can tell that there are too many. */
export async function findIds(
  db: Db,
  { table, where }: { table: PgTable & { id: PgColumn }; where: SQL | undefined },
): Promise<number[]> {
  const rows = await db
    .select({ id: sql<number>`${table.id}`.mapWith(Number) })
    .from(table)
    .where(where)
    .orderBy(table.id)
    .limit(NAMED + 1);
  return rows.map(({ id }) => id);
}
