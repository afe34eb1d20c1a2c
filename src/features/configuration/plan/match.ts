import type { ConfigurationKind, Fields, StoredThing } from "#features/configuration-kinds";

/** A thing of a bundle with its fields as its owner has them. */
type Wanted = { fields: Fields };

/** The stored thing of each wanted one; undefined: it is to be made. */
export type Matches = (StoredThing | undefined)[];

export type MatchFault = { place: number; message: string };

/**
 * Which stored things the wanted ones are: those of one key and, where there are several, those that agree in what tells
 * them apart, the rest in the order in which they were made. `renamed` are those that a thing has named by `was`.
 */
export function matchThings(
  kind: ConfigurationKind,
  given: {
    stored: readonly StoredThing[];
    wanted: readonly Wanted[];
    renamed: (place: number) => StoredThing | undefined;
  },
): { matches: Matches; faults: MatchFault[] } {
  const { stored, wanted } = given;
  const known = Map.groupBy(stored, ({ fields }) => kind.keyOf(fields));
  const matches: Matches = wanted.map(() => undefined);
  const faults: MatchFault[] = [];
  const taken = new Set<StoredThing>();
  const take = (place: number, thing: StoredThing) => {
    matches[place] = thing;
    taken.add(thing);
  };
  const places = Map.groupBy(wanted.keys(), (place) => kind.keyOf(wanted[place]?.fields ?? {}));
  for (const [key, same] of places) {
    const [first = 0, second] = same;
    if (second !== undefined && kind.isKeyUnique) {
      faults.push({ place: second, message: `is in it twice: see ${kind.name}[${first}]` });
      continue;
    }
    const fault = pair({ kind, wanted, same, candidates: known.get(key) ?? [], take });
    if (fault !== undefined) faults.push(fault);
  }
  for (const place of wanted.keys()) {
    if (matches[place] !== undefined) continue;
    const old = given.renamed(place);
    if (old !== undefined && !taken.has(old)) take(place, old);
  }
  takeByOtherKeys(kind, { stored: stored.filter((thing) => !taken.has(thing)), wanted, matches });
  return { matches, faults };
}

function takeByOtherKeys(
  kind: ConfigurationKind,
  given: { stored: readonly StoredThing[]; wanted: readonly Wanted[]; matches: Matches },
): void {
  const { stored, wanted, matches } = given;
  const keysOf = (fields: Fields) => kind.otherKeysOf?.(fields) ?? [];
  const left = new Set(stored);
  const known = groupByKeys(stored, ({ fields }) => keysOf(fields));
  const open = [...wanted.keys()].filter((place) => matches[place] === undefined);
  const asked = groupByKeys(open, (place) => keysOf(wanted[place]?.fields ?? {}));
  for (const place of open) {
    const thing = keysOf(wanted[place]?.fields ?? {})
      .filter((key) => known.get(key)?.length === 1 && asked.get(key)?.length === 1)
      .map((key) => known.get(key)?.[0])
      .find((one) => one !== undefined && left.has(one));
    if (thing === undefined) continue;
    matches[place] = thing;
    left.delete(thing);
  }
}

function groupByKeys<Thing>(
  things: readonly Thing[],
  keysOf: (thing: Thing) => readonly string[],
): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things)
    for (const key of keysOf(thing)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [thing]);
      else group.push(thing);
    }
  return groups;
}

type Pairing = {
  kind: ConfigurationKind;
  wanted: readonly Wanted[];
  same: readonly number[];
  candidates: readonly StoredThing[];
  take: (place: number, thing: StoredThing) => void;
};

/** Undefined: all is told. */
function pair({ kind, wanted, same, candidates, take }: Pairing): MatchFault | undefined {
  const tellersOf = (fields: Fields = {}) => kind.tellersOf?.(fields) ?? [];
  const open = new Set(same);
  const left = new Set(candidates);
  const ranks = same.length === 1 && candidates.length === 1 ? 0 : tellersOf(candidates[0]?.fields).length;
  for (let rank = 0; rank < ranks; rank++) {
    const byTeller = Map.groupBy(left, ({ fields }) => tellersOf(fields)[rank] ?? null);
    for (const place of open) {
      const teller = tellersOf(wanted[place]?.fields)[rank] ?? null;
      const thing = teller === null ? undefined : byTeller.get(teller)?.shift();
      if (thing === undefined) continue;
      take(place, thing);
      open.delete(place);
      left.delete(thing);
    }
  }
  const [first] = open;
  if (first === undefined) return undefined;
  const differing = new Set([...left].map(({ fields }) => JSON.stringify(tellersOf(fields))));
  if (left.size > open.size && differing.size > 1)
    return { place: first, message: `fits several ${kind.name}: say more of which one is meant` };
  const rest = [...left];
  for (const [at, place] of [...open].entries()) {
    const thing = rest[at];
    if (thing !== undefined) take(place, thing);
  }
  return undefined;
}
