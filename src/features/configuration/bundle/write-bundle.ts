import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import { bookOf, namesIn } from "../plan/compare";
import type { Book } from "../plan/book";
import type { ConfigurationKind, Fields, Names, StoredThing } from "#features/configuration-kinds";
import { hasRight, withReferred, type ConfigurationRegistry } from "../registry";
import { BUNDLE_VERSION, toSecretReference } from "./model";

/** Things that are written before other work gets its turn. */
const AT_ONCE = 1000;

/** Everything that the caller may read, as a bundle: the same things always give the same bundle. */
export async function exportBundle(
  { db, registry, caller }: { db: Db; registry: ConfigurationRegistry; caller: Caller },
  only: ReadonlySet<string> | undefined,
): Promise<Record<string, unknown>> {
  const selected = new Set(registry.kinds.map(({ name }) => name).filter((name) => only?.has(name) ?? true));
  const needed = withReferred(registry, selected);
  const books = new Map<string, Book>();
  const sections: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const kind of needed) {
    if (!hasRight(caller, kind.reads)) {
      if (selected.has(kind.name)) leftOut.push(kind.name);
      const naming = needed.filter((one) => selected.has(one.name) && hasRight(caller, one.reads));
      for (const one of naming)
        if (one.refersTo.includes(kind.name)) leftOut.push(`names of ${kind.name} in ${one.name}`);
      continue;
    }
    const stored = await kind.read(db);
    const book = bookOf({ books }, kind, stored);
    books.set(kind.name, book);
    if (selected.has(kind.name))
      sections[kind.name] = await writeSection({ kind, stored, book, names: namesIn(books) });
  }
  return {
    version: BUNDLE_VERSION,
    // What was left out must not be taken for what has its default.
    absent_fields: leftOut.length === 0 ? "default" : "keep",
    ...(leftOut.length > 0 && { left_out: leftOut.toSorted() }),
    ...sections,
  };
}

type Section = { kind: ConfigurationKind; stored: readonly StoredThing[]; book: Book; names: Names };

async function writeSection({ kind, stored, book, names }: Section): Promise<unknown> {
  const keyed: { key: string; item: Fields }[] = [];
  for (const [place, thing] of stored.entries()) {
    const name = book.nameOf(thing.id) ?? "";
    const key = sortKeyOf(kind.nameOf(thing.fields, names));
    keyed.push({ key, item: writeItem(kind, { thing, name, names }) });
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  if (kind.isSingle === true) return keyed[0]?.item ?? {};
  // Things of one name stay in the order in which they were made.
  return keyed
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ item }) => item);
}

/** `sw2` before `sw10`, in any case; else by code units, whatever the machine's language is. */
function sortKeyOf(name: string): string {
  const padded = name
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(20, "0"));
  return `${padded}\u0000${name}`;
}

function writeItem(
  kind: ConfigurationKind,
  { thing, name, names }: { thing: StoredThing; name: string; names: Names },
): Fields {
  const item = Object.entries(kind.toItem(thing.fields, names)).filter(
    ([field, value]) =>
      value !== undefined &&
      !(Object.hasOwn(kind.defaults, field) && isDeepStrictEqual(value, kind.defaults[field])),
  );
  const secrets = (thing.secrets ?? []).map((secret) => [
    secret,
    toSecretReference({ source: "secret", name: `${kind.name}/${name}/${secret}` }),
  ]);
  return { ...Object.fromEntries(item), ...(secrets.length > 0 && { secrets: Object.fromEntries(secrets) }) };
}
