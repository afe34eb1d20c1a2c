/** A thing that bundles can name: one of the database, or one that is to be made. */
export type Named = {
  id: number;
  name: string;
  /** What tells it from others of its name, the surest first; null: it has none. */
  tellers: readonly (string | null)[];
};

/** Things of one kind by what bundles call them. */
export type Book = {
  /** The shortest name that is its alone. Undefined: there is no such thing. */
  nameOf(id: number): string | undefined;
  find(name: string): Found;
};

export type Found = { kind: "one"; id: number } | { kind: "none" } | { kind: "several"; names: string[] };

const NONE: Found = { kind: "none" };
/** Names that are told of those that fit. */
const MAX_TOLD = 5;

/**
 * A thing is called by its name, where that is its alone; else by what tells it from the others in round brackets, else
 * by its number among them: `sw1`, `sw1 (00:00:5e:00:53:01)`, `sw1 #2`. A name that a thing has as it stands comes before
 * all of these, whatever it looks like. Things of one name are in the order in which they are given, which has to be
 * that in which they were made.
 */
export function createBook(things: readonly Named[]): Book {
  const byName = Map.groupBy(things, ({ name }) => name);
  const shown = new Map<number, string>();
  for (const [name, same] of byName) {
    const counts = countTellers(same);
    for (const [place, thing] of same.entries())
      shown.set(thing.id, same.length === 1 ? name : distinct({ name, counts, thing, place }, byName));
  }
  return {
    nameOf: (id) => shown.get(id),
    find(name) {
      const same = byName.get(name) ?? told(name, byName);
      const [first, ...others] = same;
      if (first === undefined) return NONE;
      if (others.length === 0) return { kind: "one", id: first.id };
      return { kind: "several", names: same.slice(0, MAX_TOLD).map(({ id }) => shown.get(id) ?? name) };
    },
  };
}

type Group = { name: string; counts: ReadonlyMap<string, number>; thing: Named; place: number };
type ByName = ReadonlyMap<string, readonly Named[]>;

/** How many things have each teller, by its rank. */
function countTellers(same: readonly Named[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tellers } of same)
    for (const [rank, teller] of tellers.entries()) {
      const key = `${rank} ${teller}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

function distinct({ name, counts, thing, place }: Group, byName: ByName): string {
  const tellers = thing.tellers.flatMap((teller, rank) =>
    teller !== null && counts.get(`${rank} ${teller}`) === 1 ? [`${name} (${teller})`] : [],
  );
  const free = tellers.find((text) => isFree(text, { thing, byName }));
  if (free !== undefined) return free;
  // A name that looks like a number among others is somebody's own: with as many signs as nobody's has.
  for (let signs = "#"; ; signs += "#") {
    const text = `${name} ${signs}${place + 1}`;
    if (!byName.has(text)) return text;
  }
}

function isFree(text: string, { thing, byName }: { thing: Named; byName: ByName }): boolean {
  if (byName.has(text)) return false;
  const [first, ...others] = told(text, byName);
  return first === thing && others.length === 0;
}

function told(text: string, byName: ByName): readonly Named[] {
  const numbered = /^(.*) #+([1-9]\d{0,8})$/s.exec(text);
  if (numbered?.[1] !== undefined) {
    const thing = byName.get(numbered[1])?.[Number(numbered[2]) - 1];
    return thing === undefined ? [] : [thing];
  }
  if (!text.endsWith(")")) return [];
  const found = new Set<Named>();
  // The name may have brackets of its own.
  for (let at = text.indexOf(" ("); at >= 0; at = text.indexOf(" (", at + 1)) {
    const teller = text.slice(at + 2, -1);
    for (const thing of byName.get(text.slice(0, at)) ?? [])
      if (thing.tellers.includes(teller)) found.add(thing);
  }
  return [...found];
}
