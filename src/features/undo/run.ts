import type { SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Actor, StoredAuditEntry } from "#features/audit";
import type { Db } from "#platform/database";
import { ApiError, invalid } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import { toValidationIssues } from "#platform/http/issues";
import type { ChangedField } from "./plan";
import type { OnConflict, UndoAlong, UndoConflict, UndoneObject } from "./models";

/** The fields of an object by the names that its audit rows have. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object, as conflicts and results name it. */
export type About = { target: string | null; name: string | null };

/** One undo, from its first look to its last write. */
export type UndoRun = {
  /** The undo's transaction. */
  db: Db;
  actor: Actor;
  caller: Caller;
  onConflict: OnConflict;
  objects: UndoneObject[];
  /** What goes with objects that are removed, or stays without them. */
  along: UndoAlong[];
  conflicts: UndoConflict[];
  /** Many entries share one savepoint: what a rule refuses ends all of it, and each is taken back by itself then. */
  isTogether?: boolean;
  /** Where entries are collected: gives what forgets those since. */
  mark?: () => () => void;
  /** By what tells a thing from others: a later entry of the same undo may bring it back after all. */
  lost: Map<string, { kind: string; reason: string }>;
};

/** What a deletion has removed. */
export type Deletion = {
  /** Such as `device`. */
  kind: string;
  /** What people call it, by its recorded fields. */
  nameOf(fields: Fields): string | null;
  /** Where it is while it is there, by `id`; absent: only its entry tells whether it came back. */
  table?: PgTable;
  /** The column that its target names it by, behind the colon; absent: the entry has its id. */
  nameColumn?: string;
  /** Of entries called `entry`: those that can be taken back; absent: all of them. */
  only?: SQL;
};

/** Takes back the entries of some actions. */
export type Undoer = {
  actions: readonly string[];
  /** Who may write such an object; null: who has made the entry. */
  permission: string | null;
  /** Its entries are deletions of such things: a trash lists them. */
  deletion?: Deletion;
  /** Nothing takes these entries back, and `refusalOf` says why. */
  isFinal?: true;
  /** Why this very entry cannot be taken back; undefined: nothing speaks against it. */
  refusalOf?: (entry: StoredAuditEntry) => string | undefined;
  /** Actions of what the same request changed along with it, which is taken back with it. */
  companions?: readonly string[];
  /** The entry only stands for its companions, each of which asks for its own permission; `permission` is not asked for. */
  standsForCompanions?: boolean;
  /** Such an entry only holds others, packed: these are taken back, the last one first, and `undo` is not called. */
  unpack?: (entry: StoredAuditEntry) => StoredAuditEntry[];
  undo(run: UndoRun, entry: StoredAuditEntry): Promise<void>;
  /** The same of many of its entries, in few statements; absent: one by one. */
  undoTogether?: (run: UndoRun, entries: readonly StoredAuditEntry[]) => Promise<void>;
};

/** What is not taken back, and why, for people who ask before they do it, or after. */
export function final(why: string, actions: readonly string[]): Undoer {
  const undo = () => Promise.reject(new Error("our bug: what is final is not taken back"));
  return { actions, permission: null, isFinal: true, refusalOf: () => why, undo };
}

type Conflict = Pick<UndoConflict, "code" | "message"> & Partial<UndoConflict>;

/** Notes what stands against the undo. */
export function addConflict(run: UndoRun, about: About, conflict: Conflict): void {
  run.conflicts.push({ field: null, now: null, before: null, is_optional: false, ...about, ...conflict });
}

/** Notes what was changed since the entry. True where it is to be taken back all the same. */
export function addChangedSince(run: UndoRun, about: About, changed: ChangedField): boolean {
  const message = `${changed.field} was changed since`;
  addConflict(run, about, { code: "changed_since", message, is_optional: true, ...changed });
  return run.onConflict === "overwrite";
}

/** Notes that things of a kind cannot come back. Each key stands for one of them. */
export function addLost(
  run: UndoRun,
  lost: { kind: string; reason: string; keys: readonly (number | string)[] },
): void {
  const { kind, reason, keys } = lost;
  for (const key of keys) run.lost.set(`${kind}:${key}`, { kind, reason });
}

/** Notes that things which seemed lost have come back. */
export function addFound(run: UndoRun, kind: string, keys: readonly (number | string)[]): void {
  for (const key of keys) run.lost.delete(`${kind}:${key}`);
}

/** What the work gives; undefined where a rule refuses it, which is a conflict then, and nothing of the work stays. */
export async function attempt<Result>(
  run: UndoRun,
  about: About,
  work: (db: Db) => Promise<Result>,
): Promise<Result | undefined> {
  const forget = run.mark?.();
  try {
    return await run.db.transaction(work);
  } catch (error) {
    forget?.();
    if (run.isTogether === true || !(error instanceof ApiError) || error.status >= 500) throw error;
    const code = error.status === 409 ? "taken" : "refused";
    addConflict(run, about, { code, message: textOf(error) });
    return undefined;
  }
}

/** What an entry holds, in the form of a request of today. Throws 422 where today's rules do not allow it any more. */
export function readRequest<Model extends z.ZodType>(model: Model, fields: Fields): z.output<Model> {
  const read = model.safeParse(fields);
  if (read.success) return read.data;
  throw invalid(toValidationIssues(read.error, "body", fields));
}

function textOf({ detail }: ApiError): string {
  if (typeof detail === "string") return detail;
  return detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
}
