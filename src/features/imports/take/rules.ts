import type { Actor } from "#features/audit";
import type { Permission } from "#features/users";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { WorkerPool } from "#platform/workers";
import type { Fields, Kind } from "../kinds";
import type { Existing } from "../models";
import type { DeviceBook } from "./device-book";
import type { HostBook } from "./host-book";
import type { MemberBook } from "./member-book";
import type { PlaceBook } from "./place-book";

/** One import, in its transaction. */
export type ImportRun = {
  db: Db;
  actor: Actor;
  userId: number;
  pool: WorkerPool;
  encryption: Encryption;
  existing: Existing;
  may(permission: Permission): boolean;
  /** Before work that may be taken back: gives what forgets its entries of the audit log. */
  mark: () => () => void;
  sites: PlaceBook;
  groups: PlaceBook;
  devices: DeviceBook;
  hosts: HostBook;
  members: MemberBook;
};

export type Fault = { field: string; msg: string };

/** Fields as our API takes them. */
export type Input = Readonly<Record<string, unknown>>;

/** A thing that is there, with its fields as our API gives them. */
export type Found = { id: number; fields: Input };

/** What a row speaks of: nothing that is there, one thing, or several, which is told. */
export type Match = Found | { several: string } | undefined;

/** The books of what is made where a row names it and nobody has it. */
export type NamedBooks = Pick<ImportRun, "sites" | "groups" | "hosts">;

/** A site, a group or a host that a row names: it is made only where the row is written. */
export type NamedPlace = { field: string; book: keyof NamedBooks; name: string };

/**
 * A row whose fields hold; `said` are those that it names, in the form that the thing's own fields have. Ids of `places`
 * are among them where the place was there when the row was read.
 */
export type Wanted = { input: Input; said: Input; places?: readonly NamedPlace[] };

/** Rows of an import by what they speak of. */
export type RowIndex = {
  add(place: number, wanted: Wanted): void;
  /** The first row that speaks of the same thing. */
  find(wanted: Wanted): number | undefined;
};

/** How things of one kind are told apart, made and changed: by the verbs of the feature that owns them. */
export type KindRules = {
  kind: Kind;
  permission: Permission;
  /** Rows that are decided on and written together: 1 where each may change what the next one finds. */
  atOnce: number;
  /** What people call it. */
  nameOf(fields: Fields): string;
  /** Checks a row; throws RowFaults. */
  read(run: ImportRun, fields: Fields): Wanted | Promise<Wanted>;
  /** What tells the thing from others of its kind. */
  keyOf(wanted: Wanted): string;
  /** Of things with several keys: finds rows by each of them. Absent: by `keyOf` alone. */
  createIndex?(): RowIndex;
  /** Of each what it speaks of. */
  find(run: ImportRun, wanted: readonly Wanted[]): Promise<Match[]>;
  /** What a thing that is there would be by the row, field by field; absent: what the row says. */
  merge?(found: Found, said: Input): Input;
  targetOf(id: number): string;
  /** Ids in the order of the rows; undefined: somebody else has made it meanwhile. */
  create(run: ImportRun, wanted: readonly Wanted[]): Promise<(number | undefined)[]>;
  /** Sets fields. Throws ApiError. */
  update(run: ImportRun, change: { id: number; fields: Input }): Promise<void>;
};

/** What is wrong with a row. */
export class RowFaults extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super("a row that does not hold");
    this.faults = faults;
  }
}
