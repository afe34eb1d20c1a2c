import type { z } from "@hono/zod-openapi";
import type { Actor } from "#features/audit";
import type { Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";

/** Values by the name of their field: of JSON only. */
export type Fields = Readonly<Record<string, unknown>>;

/** Who may read, or write, the things of a kind: as the owner's routes have it. */
export type Right = "authenticated" | "superadmin" | { readonly permission: string };

/** A thing as the database has it. Its fields name other things by id; secrets are not among them. */
export type StoredThing = {
  id: number;
  fields: Fields;
  /** Names of the secrets that it has. */
  secrets?: readonly string[];
};

/** What bundles call things of other kinds. */
export type Names = {
  /** Undefined: the reader may not know things of that kind. */
  nameOf(kind: string, id: number): string | undefined;
};

/** The ids of what a bundle names. */
export type Ids = {
  /** False: the reader may not know things of that kind. */
  knows(kind: string): boolean;
  /** Throws an `ItemFault` at `field` where there is no such thing, or several. */
  idOf(kind: string, name: string, field: readonly (string | number)[]): number;
};

export type WriteContext = {
  db: Db;
  actor: Actor;
  caller: Caller;
};

/** A thing to be made, by the fields of its owner's API. */
export type Creation = { fields: Fields; secrets: Readonly<Record<string, string>> };
/** A thing to be changed: only what differs. `before` is all that there was. */
export type Change = Creation & { id: number; before: Fields };

/**
 * How the things of one kind are read, compared and written. Said by the feature that owns them, with the functions
 * that its routes use, so that rules, constraints and audit hold.
 */
export type ConfigurationKind = {
  /** Its section in a bundle: `devices`. */
  name: string;
  /** For sentences: `device`. */
  noun: string;
  /** What tells one of its things from another, for people: `its name`. */
  key: string;
  reads: Right;
  writes: Right;
  /** Kinds whose things its own ones name, which are written before it; itself, where they name each other. */
  refersTo: readonly string[];
  /** There is one thing of it, always: its section is that thing. */
  isSingle?: boolean;
  /** Two things of one key are a mistake. */
  isKeyUnique: boolean;
  /** How each field is written in a bundle, none of them with a default. */
  fields: Readonly<Record<string, z.ZodType>>;
  /** Of the fields that a thing can be without, in the bundle's form. */
  defaults: Fields;
  /** Secrets that things of it may have, in a bundle's `secrets`; `undefined`: none. */
  secretNames?: readonly string[];
  /** Of fields with ids: equal for things that are the same. Fields that name things of the same kind are not looked at. */
  keyOf(fields: Fields): string;
  /** What tells things of one key from each other, the surest first; null: it has none. */
  tellersOf?(fields: Fields): readonly (string | null)[];
  /**
   * Where no stored thing has its key: what it may be known by all the same, the surest first, each with its own
   * beginning. It counts where one stored thing alone has it.
   */
  otherKeysOf?(fields: Fields): readonly string[];
  /** Ids of things of the same kind that it names: these are written first. */
  namesOwn?(fields: Fields): readonly number[];
  /** What people and bundles call the thing. */
  nameOf(fields: Fields, names: Names): string;
  /** All of them, the oldest first. */
  read(db: Db): Promise<StoredThing[]>;
  /** The bundle's form. A field that the reader may not know is left out. */
  toItem(fields: Fields, names: Names): Fields;
  /** The owner's form of those fields that are given. Throws an `ItemFault`. */
  fromItem(item: Fields, ids: Ids): Fields;
  /** The secrets of a thing, opened, to be compared with those that are sent. */
  openSecrets?(db: Db, id: number): Promise<Readonly<Record<string, string>>>;
  /** How many are made by one call; absent: one. */
  createsAtOnce?: number;
  /** Makes things, in their order; gives their ids. */
  create(ctx: WriteContext, things: readonly Creation[]): Promise<number[]>;
  update(ctx: WriteContext, changes: readonly Change[]): Promise<void>;
  /** Absent: they cannot be removed. */
  remove?(ctx: WriteContext, gone: readonly StoredThing[]): Promise<void>;
  /** What goes with things that are removed, by the kind of it. */
  goesWith?(db: Db, gone: readonly StoredThing[]): Promise<Readonly<Record<string, number>>>;
  /** Why one of them cannot be removed, by this caller; undefined: it can. */
  keeps?(thing: StoredThing, caller: Caller): string | undefined;
};

/** What is wrong with a thing of a bundle. */
export class ItemFault extends Error {
  /** Where in the thing. */
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}
