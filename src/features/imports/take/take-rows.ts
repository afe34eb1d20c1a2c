import type { Existing } from "../models";
import type { NeutralRow } from "../read/read-import";
import { refusalOfRow, rowOutcome, writeOrForget, type Outcome } from "./outcome";
import { makePlaces } from "./place-book";
import type { Found, ImportRun, KindRules, Match, NamedPlace, Wanted } from "./rules";
import type { Seen } from "./seen";

type Taken = { row: NeutralRow; wanted: Wanted };

/**
 * Decides on rows of one kind and writes what they say: new things together, changes one by one. Each row has an
 * outcome, in their order.
 */
export async function takeRows(
  run: ImportRun,
  { rules, seen }: { rules: KindRules; seen: Seen },
  rows: readonly NeutralRow[],
): Promise<Outcome[]> {
  const outcomes = new Map<NeutralRow, Outcome>();
  const sound: Taken[] = [];
  for (const row of rows) {
    const read = await readRow(run, rules, row);
    const decided = "action" in read ? read : seen.twinOf(row, read);
    if (decided !== undefined) outcomes.set(row, decided);
    else if (!("action" in read)) sound.push({ row, wanted: read });
  }
  const matches = await rules.find(
    run,
    sound.map(({ wanted }) => wanted),
  );
  const fresh: Taken[] = [];
  for (const [place, taken] of sound.entries()) {
    const match = matches[place];
    if (match === undefined) fresh.push(taken);
    else {
      const twin = "id" in match ? seen.twinById(taken.row, match.id) : undefined;
      outcomes.set(taken.row, twin ?? (await takeKnown(run, rules, { match, wanted: taken.wanted })));
    }
  }
  const made = await makeAll(run, rules, fresh);
  for (const [place, { row }] of fresh.entries()) {
    const outcome = made[place] ?? TAKEN_MEANWHILE;
    outcomes.set(row, outcome);
    if (outcome.id !== undefined) seen.twinById(row, outcome.id);
  }
  return rows.map((row) => outcomes.get(row) ?? TAKEN_MEANWHILE);
}

const TAKEN_MEANWHILE: Outcome = {
  action: "conflict",
  errors: [{ field: "", msg: "Somebody else has made it meanwhile" }],
};

async function readRow(run: ImportRun, rules: KindRules, row: NeutralRow): Promise<Wanted | Outcome> {
  return refusalOfRow(run, rules.permission, row) ?? rowOutcome(async () => rules.read(run, row.fields));
}

async function takeKnown(
  run: ImportRun,
  rules: KindRules,
  { match, wanted }: { match: Exclude<Match, undefined>; wanted: Wanted },
): Promise<Outcome> {
  if ("several" in match) return { action: "conflict", errors: [{ field: "", msg: match.several }] };
  const places = missingOf(wanted);
  const said = { ...(rules.merge?.(match, wanted.said) ?? wanted.said), ...idsOrNames(run, places) };
  const differing = Object.keys(said).filter((name) => !isSame(match, name, said[name]));
  const changed = differing.filter((name) => isReplaced(run.existing, match.fields[name]));
  if (changed.length === 0) return { action: "unchanged", id: match.id, fields: differing };
  const named = Object.fromEntries(changed.map((name) => [name, said[name]]));
  const outcome = await rowOutcome(async (): Promise<Outcome> => {
    await writeOrForget(run, async (own) => {
      const ids = await makePlaces(
        own,
        places.filter(({ field }) => changed.includes(field)),
      );
      await rules.update(own, { id: match.id, fields: { ...named, ...ids } });
    });
    return { action: "updated", id: match.id, fields: changed };
  });
  return { id: match.id, ...outcome };
}

/** Those that were not there when the row was read. */
function missingOf({ places = [], said }: Wanted): NamedPlace[] {
  return places.filter(({ field }) => !(field in said));
}

/** Of a place that is still not there its name, which is no id that anything has. */
function idsOrNames(run: ImportRun, places: readonly NamedPlace[]): Record<string, number | string> {
  return Object.fromEntries(places.map(({ field, book, name }) => [field, run[book].find(name)?.id ?? name]));
}

async function withPlaces(run: ImportRun, wanted: Wanted): Promise<Wanted> {
  const ids = await makePlaces(run, missingOf(wanted));
  return { ...wanted, input: { ...wanted.input, ...ids }, said: { ...wanted.said, ...ids } };
}

function isSame({ fields }: Found, name: string, said: unknown): boolean {
  return Bun.deepEquals(fields[name] ?? null, said ?? null);
}

function isReplaced(existing: Existing, present: unknown): boolean {
  if (existing !== "fill") return existing === "update";
  return present === null || present === undefined || present === "" || Bun.deepEquals(present, []);
}

async function makeAll(run: ImportRun, rules: KindRules, fresh: readonly Taken[]): Promise<Outcome[]> {
  if (fresh.length === 0) return [];
  const wanted = fresh.map((taken) => taken.wanted);
  const made = await rowOutcome(() =>
    writeOrForget(run, async (own) => {
      const placed: Wanted[] = [];
      for (const one of wanted) placed.push(await withPlaces(own, one));
      return rules.create(own, placed);
    }),
  );
  if (Array.isArray(made))
    return made.map((id) => (id === undefined ? TAKEN_MEANWHILE : { action: "created", id }));
  if (fresh.length === 1) return [made];
  // One of them is refused: each by itself, so that the others are made.
  const outcomes: Outcome[] = [];
  for (const one of fresh) outcomes.push(...(await makeAll(run, rules, [one])));
  return outcomes;
}
