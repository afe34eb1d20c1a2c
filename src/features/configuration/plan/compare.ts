import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import { valueOf, type SecretRef, type Secrets } from "../bundle/model";
import type { BundleFault } from "../bundle/faults";
import type { Bundle, BundleThing } from "../bundle/read-bundle";
import {
  ItemFault,
  type ConfigurationKind,
  type Fields,
  type Ids,
  type Names,
  type StoredThing,
} from "#features/configuration-kinds";
import { hasRight, withReferred, type ConfigurationRegistry } from "../registry";
import { createBook, type Book } from "./book";
import { matchThings } from "./match";

/** A field that is to be another. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** A thing that the bundle has: to be made where nothing is stored, else to be changed where something differs. */
export type Difference = {
  kind: ConfigurationKind;
  /** Of a thing to be made: one that no stored thing has. */
  id: number;
  name: string;
  thing: BundleThing;
  /** The fields that are to be as the bundle says, in its form; of a thing to be made, all. */
  item: Fields;
  /** The same in the owner's form, with ids of this comparison. */
  given: Fields;
  stored: StoredThing | undefined;
  /** Where it had another name. */
  oldName: string | undefined;
  fields: readonly FieldChange[];
  /** Names of secrets that are to be set. */
  secrets: readonly string[];
};

/** A stored thing that the bundle does not have, of a kind that is pruned. */
export type Removal = { kind: ConfigurationKind; name: string; stored: StoredThing };

/** What a bundle would make of what is stored. */
export type Comparison = {
  /** Of things to be made or changed, in the order in which they are to be written. */
  differences: Difference[];
  removals: Removal[];
  /** How many are as the bundle says, by kind. */
  unchanged: Map<string, number>;
  /** Secrets that a thing needs and that did not come: by the thing's place. */
  missing: { path: readonly (string | number)[]; reference: SecretRef }[];
  faults: BundleFault[];
  /** Things of pruned kinds that stay all the same, and why. */
  kept: string[];
  /** What things are called when it is applied. */
  books: ReadonlyMap<string, Book>;
};

type Input = {
  bundle: Bundle;
  secrets: Secrets;
  /** Kinds whose things go that the bundle does not have. */
  prune: ReadonlySet<string>;
};

type Context = { db: Db; registry: ConfigurationRegistry; caller: Caller };

type Run = Context & Input & { result: Comparison; books: Map<string, Book> };

/** Ids of things that are to be made: no table comes so far. Zod takes them for ids. */
const FIRST_NEW_ID = 2 ** 52;
/** What a bundle calls a thing that is not there any more, where another still names it. */
const GONE = "(deleted)";
const GONE_ID = 0;
/** Things that are compared before other work gets its turn. */
const AT_ONCE = 500;

/** Compares a bundle with what is stored, kind by kind, in memory. */
export async function compareBundle(ctx: Context, input: Input): Promise<Comparison> {
  const books = new Map<string, Book>();
  const result: Comparison = {
    differences: [],
    removals: [],
    unchanged: new Map(),
    missing: [],
    faults: [],
    kept: [],
    books,
  };
  const run: Run = { ...ctx, ...input, result, books };
  const selected = new Set(input.bundle.things.keys());
  for (const kind of withReferred(ctx.registry, selected)) {
    if (!hasRight(ctx.caller, kind.reads)) continue;
    const stored = await kind.read(ctx.db);
    const things = input.bundle.things.get(kind.name);
    if (things === undefined) run.books.set(kind.name, bookOf(run, kind, stored));
    else await compareKind(run, { kind, stored, things });
  }
  return result;
}

/** Names of what is stored. */
export function bookOf(
  { books }: Pick<Run, "books">,
  kind: ConfigurationKind,
  stored: readonly StoredThing[],
): Book {
  const names = namesIn(books);
  return createBook(
    stored.map(({ id, fields }) => ({
      id,
      name: kind.nameOf(fields, names),
      tellers: kind.tellersOf?.(fields) ?? [],
    })),
  );
}

/** A kind that the reader may not know has no book. */
export function namesIn(books: ReadonlyMap<string, Book>): Names {
  return {
    nameOf(kind, id) {
      const book = books.get(kind);
      return book && (book.nameOf(id) ?? GONE);
    },
  };
}

/** `real`: what things that were to be made got; `without`: a kind whose things are not told yet. */
export function idsIn(
  books: ReadonlyMap<string, Book>,
  { without, real }: { without?: string; real?: ReadonlyMap<string, number> } = {},
): Ids {
  return {
    knows: (kind) => books.has(kind),
    idOf(kind, name, field) {
      // Its own kind is not told yet, and tells it from no other.
      if (kind === without || name === GONE) return GONE_ID;
      const book = books.get(kind);
      if (book === undefined) throw new ItemFault(field, `you may not read ${kind}`);
      const found = book.find(name);
      if (found.kind === "one") return real?.get(`${kind} ${found.id}`) ?? found.id;
      const noun = kind.replaceAll("_", " ");
      if (found.kind === "none") throw new ItemFault(field, `there is no '${name}' among the ${noun}`);
      throw new ItemFault(field, `several ${noun} are called so: ${found.names.join(", ")}`);
    },
  };
}

type OfKind = { kind: ConfigurationKind; stored: readonly StoredThing[]; things: readonly BundleThing[] };

/** A thing of the bundle. */
type Wanted = {
  thing: BundleThing;
  /** The fields that are to be as it says, in the bundle's form. */
  item: Fields;
  /** The same in the owner's form. */
  given: Fields;
  /** With the defaults of those that it does not name: as it would be if it were new. */
  fields: Fields;
};

async function compareKind(run: Run, { kind, stored, things }: OfKind): Promise<void> {
  const { result, books } = run;
  const old = bookOf(run, kind, stored);
  const byId = new Map(stored.map((thing) => [thing.id, thing]));
  const wanted = await readWanted(run, kind, things);
  const { matches, faults } = matchThings(kind, {
    stored,
    wanted,
    renamed: (place) => renamedThing({ old, byId }, wanted[place]?.thing.was),
  });
  for (const { place, message } of faults)
    result.faults.push({ path: wanted[place]?.thing.path ?? [kind.name], message });
  const matched = new Set(matches);
  const removals = stored.filter((thing) => !matched.has(thing) && isPruned(run, { kind, thing, old }));
  const ids = wanted.map((_, place) => matches[place]?.id ?? FIRST_NEW_ID + place);
  books.set(kind.name, bookAfter(run, { kind, stored, removals, wanted, matches, ids }));
  const differences: Difference[] = [];
  for (const [place, one] of wanted.entries()) {
    const id = ids[place] ?? GONE_ID;
    differences.push(...(await compareThing(run, kind, { ...one, id, stored: matches[place], old })));
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  result.differences.push(...inOrder(run, kind, differences));
  for (const thing of removals)
    result.removals.push({ kind, name: old.nameOf(thing.id) ?? GONE, stored: thing });
}

type Unnamed = { kind: ConfigurationKind; thing: StoredThing; old: Book };

function isPruned({ prune, caller, result }: Run, { kind, thing, old }: Unnamed): boolean {
  if (!prune.has(kind.name) || kind.remove === undefined) return false;
  const reason = kind.keeps?.(thing, caller);
  if (reason !== undefined) result.kept.push(`${kind.noun} ${old.nameOf(thing.id) ?? GONE}: ${reason}`);
  return reason === undefined;
}

function renamedThing(
  { old, byId }: { old: Book; byId: ReadonlyMap<number, StoredThing> },
  was: string | undefined,
): StoredThing | undefined {
  if (was === undefined) return undefined;
  const found = old.find(was);
  return found.kind === "one" ? byId.get(found.id) : undefined;
}

async function readWanted(
  run: Run,
  kind: ConfigurationKind,
  things: readonly BundleThing[],
): Promise<Wanted[]> {
  const ids = idsIn(run.books, { without: kind.name });
  const wanted: Wanted[] = [];
  for (const [place, thing] of things.entries()) {
    const whole = { ...kind.defaults, ...thing.item };
    const item = run.bundle.absentFields === "keep" ? thing.item : whole;
    const read = orFault(run, thing, () => {
      const fields = kind.fromItem(whole, ids);
      return { thing, item, fields, given: item === whole ? fields : kind.fromItem(item, ids) };
    });
    if (read !== undefined) wanted.push(read);
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return wanted;
}

/** What the work gives; undefined where it finds a fault, which is noted then. */
function orFault<Result>(
  { result }: Pick<Run, "result">,
  thing: BundleThing,
  work: () => Result,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ItemFault)) throw error;
    result.faults.push({ path: [...thing.path, ...error.path], message: error.message });
    return undefined;
  }
}

type After = {
  kind: ConfigurationKind;
  stored: readonly StoredThing[];
  removals: readonly StoredThing[];
  wanted: readonly Wanted[];
  matches: readonly (StoredThing | undefined)[];
  ids: readonly number[];
};

/** What things are called when the bundle is applied: those that are there first, as they are older. */
function bookAfter(run: Run, { kind, stored, removals, wanted, matches, ids }: After): Book {
  const gone = new Set(removals);
  const changed = new Map<StoredThing, Fields>();
  const made: StoredThing[] = [];
  for (const [place, { given, fields }] of wanted.entries()) {
    const match = matches[place];
    if (match === undefined) made.push({ id: ids[place] ?? GONE_ID, fields });
    else changed.set(match, { ...match.fields, ...given });
  }
  const kept = stored
    .filter((thing) => !gone.has(thing))
    .map((thing) => ({ id: thing.id, fields: changed.get(thing) ?? thing.fields }));
  return bookOf(run, kind, [...kept, ...made]);
}

type Compared = Wanted & { id: number; stored: StoredThing | undefined; old: Book };

/** None where nothing differs. */
async function compareThing(run: Run, kind: ConfigurationKind, compared: Compared): Promise<Difference[]> {
  const { result, books } = run;
  const { thing, item, id, stored, old } = compared;
  if (stored === undefined && isIncomplete(run, kind, thing)) return [];
  const whole = stored === undefined ? { ...kind.defaults, ...item } : item;
  const given = kind.refersTo.includes(kind.name)
    ? orFault(run, thing, () => kind.fromItem(whole, idsIn(books)))
    : stored === undefined
      ? compared.fields
      : compared.given;
  if (given === undefined) return [];
  const fields = changesOf(kind, { item: whole, given, stored }, namesIn(books));
  const secrets = await secretsToSet(run, kind, { thing, stored });
  if (stored !== undefined && fields.length + secrets.length === 0) {
    result.unchanged.set(kind.name, (result.unchanged.get(kind.name) ?? 0) + 1);
    return [];
  }
  const name = books.get(kind.name)?.nameOf(id) ?? GONE;
  const oldName = stored === undefined ? undefined : old.nameOf(stored.id);
  return [{ kind, id, name, thing, item: whole, given, stored, oldName, fields, secrets }];
}

function isIncomplete({ result }: Run, kind: ConfigurationKind, { path, item }: BundleThing): boolean {
  const missing = Object.keys(kind.fields).filter(
    (field) => !Object.hasOwn(kind.defaults, field) && !Object.hasOwn(item, field),
  );
  for (const field of missing) result.faults.push({ path: [...path, field], message: "is missing" });
  return missing.length > 0;
}

type Sides = { item: Fields; given: Fields; stored: StoredThing | undefined };

/** Both sides are written by the same function, so that what means the same is the same. */
function changesOf(kind: ConfigurationKind, { item, given, stored }: Sides, names: Names): FieldChange[] {
  const after = kind.toItem(given, names);
  const before = stored === undefined ? {} : kind.toItem(stored.fields, names);
  return Object.keys(item).flatMap((field): FieldChange[] => {
    // The reader may not know what it is, so it stays.
    if (stored !== undefined && !Object.hasOwn(before, field)) return [];
    const now = before[field] ?? null;
    const then = after[field] ?? null;
    return isDeepStrictEqual(now, then) ? [] : [{ field, before: now, after: then }];
  });
}

async function secretsToSet(
  { db, secrets, result, caller }: Run,
  kind: ConfigurationKind,
  { thing, stored }: { thing: BundleThing; stored: StoredThing | undefined },
): Promise<string[]> {
  const wanted: string[] = [];
  for (const [name, reference] of thing.secrets) {
    const value = valueOf(secrets, reference);
    const isThere = stored?.secrets?.includes(name) ?? false;
    if (value === undefined) {
      if (!isThere) result.missing.push({ path: [...thing.path, "secrets", name], reference });
    } else if (!isThere || stored === undefined) wanted.push(name);
    // Who may not set it must not learn by trying whether a guess is right.
    else if (!hasRight(caller, kind.writes)) continue;
    else if ((await kind.openSecrets?.(db, stored.id))?.[name] !== value) wanted.push(name);
  }
  return wanted;
}

/** What a thing names of its own kind comes before it, and so does what has its new name until then. */
function inOrder(run: Run, kind: ConfigurationKind, differences: readonly Difference[]): Difference[] {
  const byId = new Map(differences.map((one) => [one.id, one]));
  const holders = new Map(
    differences.flatMap((one) => (isRenamed(one) ? [[one.oldName, one] as const] : [])),
  );
  if (kind.namesOwn === undefined && holders.size === 0) return [...differences];
  const before = (one: Difference): Difference[] => {
    const named = kind.namesOwn?.({ ...one.stored?.fields, ...one.given }) ?? [];
    const holder = isRenamed(one) || one.stored === undefined ? holders.get(one.name) : undefined;
    return [...named.flatMap((id) => byId.get(id) ?? []), ...(holder ? [holder] : [])].filter(
      (other) => other !== one,
    );
  };
  return sortedBy(differences, before, ({ thing: { path } }) => {
    const message = "stands in a circle with others of its kind: take it in two steps";
    run.result.faults.push({ path, message });
  });
}

/** Each behind all that comes before it. A chain of any length takes no room of the call stack. */
function sortedBy<Thing>(
  things: readonly Thing[],
  before: (thing: Thing) => readonly Thing[],
  onCircle: (thing: Thing) => void,
): Thing[] {
  const sorted = new Set<Thing>();
  const open = new Set<Thing>();
  for (const first of things) {
    const stack = [first];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const waiting = sorted.has(top) ? [] : before(top).filter((one) => !sorted.has(one));
      const isLooked = open.has(top);
      open.add(top);
      const closed = isLooked ? [] : waiting.filter((one) => open.has(one));
      for (const one of closed) onCircle(one);
      const next = isLooked ? [] : waiting.filter((one) => !open.has(one));
      if (next.length > 0) stack.push(...next);
      else {
        sorted.add(top);
        stack.pop();
      }
    }
  }
  return [...sorted];
}

function isRenamed({ stored, oldName, name }: Difference): boolean {
  return stored !== undefined && oldName !== name;
}
