import { ApiError } from "#platform/errors";
import type { ImportAction } from "../kinds";
import type { Existing } from "../models";
import type { NeutralRow } from "../read/read-import";
import {
  RowFaults,
  type Fault,
  type Found,
  type ImportRun,
  type KindRules,
  type Match,
  type Wanted,
} from "./rules";

export type Outcome = { action: ImportAction; id?: number; fields?: string[]; errors?: readonly Fault[] };

/** Where a thing was spoken of first, and a hash of what was said. */
type Earlier = { row: NeutralRow; said: number | bigint };

/** What was said so far, by what tells things of a kind apart. */
export type Seen = Map<string, Earlier>;

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
    const decided = "action" in read ? read : twinOf(seen, { row, key: rules.keyOf(read), read });
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
    else outcomes.set(taken.row, await takeKnown(run, rules, { match, wanted: taken.wanted }));
  }
  const made = await makeAll(run, rules, fresh);
  for (const [place, { row }] of fresh.entries()) outcomes.set(row, made[place] ?? TAKEN_MEANWHILE);
  return rows.map((row) => outcomes.get(row) ?? TAKEN_MEANWHILE);
}

const TAKEN_MEANWHILE: Outcome = {
  action: "conflict",
  errors: [{ field: "", msg: "Somebody else has made it meanwhile" }],
};

async function readRow(run: ImportRun, rules: KindRules, row: NeutralRow): Promise<Wanted | Outcome> {
  const { fault, reason } = row;
  if (reason !== undefined) return { action: "not_taken", errors: [{ field: "", msg: reason }] };
  if (fault !== undefined) return refused([{ field: "", msg: fault }]);
  if (!run.may(rules.permission))
    return refused([{ field: "", msg: `You may not change such things: ${rules.permission} is needed` }]);
  return rowOutcome(async () => rules.read(run, row.fields));
}

function refused(errors: readonly Fault[]): Outcome {
  return { action: "refused", errors };
}

/** What the work gives, or the refusal that it throws. */
async function rowOutcome<Result>(work: () => Promise<Result>): Promise<Result | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowFaults) return refused(error.faults);
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const errors = faultsOf(error);
    return { action: error.status === 409 ? "conflict" : "refused", errors };
  }
}

function faultsOf({ detail }: ApiError): Fault[] {
  if (typeof detail === "string") return [{ field: "", msg: detail }];
  return detail.map(({ loc, msg }) => ({
    field: loc.slice(1).join("."),
    msg: msg.replace(/^Value error, /, ""),
  }));
}

/** Two rows of one thing: the same again is no harm, something else is a mistake that nobody can decide here. */
function twinOf(
  seen: Seen,
  { row, key, read }: { row: NeutralRow; key: string; read: Wanted },
): Outcome | undefined {
  const said = Bun.hash(JSON.stringify(read.said));
  const earlier = seen.get(key);
  if (earlier === undefined) {
    // The row's values are let go: of a large import all of them would stay.
    seen.set(key, { row: { ...row, fields: {} }, said });
    return undefined;
  }
  const place = `row ${earlier.row.row} of ${earlier.row.file}`;
  if (earlier.said === said)
    return { action: "unchanged", errors: [{ field: "", msg: `The same as ${place}` }] };
  return { action: "conflict", errors: [{ field: "", msg: `${place} says something else of it` }] };
}

async function takeKnown(
  run: ImportRun,
  rules: KindRules,
  { match, wanted }: { match: Exclude<Match, undefined>; wanted: Wanted },
): Promise<Outcome> {
  if ("several" in match) return { action: "conflict", errors: [{ field: "", msg: match.several }] };
  const said = rules.merge?.(match, wanted.said) ?? wanted.said;
  const differing = Object.keys(said).filter((name) => !isSame(match, name, said[name]));
  const changed = differing.filter((name) => isReplaced(run.existing, match.fields[name]));
  if (changed.length === 0) return { action: "unchanged", id: match.id, fields: differing };
  const fields = Object.fromEntries(changed.map((name) => [name, said[name]]));
  const outcome = await rowOutcome(async (): Promise<Outcome> => {
    await writeOrForget(run, (own) => rules.update(own, { id: match.id, fields }));
    return { action: "updated", id: match.id, fields: changed };
  });
  return { id: match.id, ...outcome };
}

function isSame({ fields }: Found, name: string, said: unknown): boolean {
  return Bun.deepEquals(fields[name] ?? null, said ?? null);
}

function isReplaced(existing: Existing, present: unknown): boolean {
  if (existing !== "fill") return existing === "update";
  return present === null || present === undefined || present === "" || Bun.deepEquals(present, []);
}

/** Where the work is refused nothing of it stays, in the database or in the audit log. */
async function writeOrForget<Result>(
  run: ImportRun,
  work: (run: ImportRun) => Promise<Result>,
): Promise<Result> {
  const forget = run.mark();
  try {
    return await run.db.transaction((db) => work({ ...run, db }));
  } catch (error) {
    forget();
    throw error;
  }
}

async function makeAll(run: ImportRun, rules: KindRules, fresh: readonly Taken[]): Promise<Outcome[]> {
  if (fresh.length === 0) return [];
  const wanted = fresh.map((taken) => taken.wanted);
  const made = await rowOutcome(() => writeOrForget(run, (own) => rules.create(own, wanted)));
  if (Array.isArray(made))
    return made.map((id) => (id === undefined ? TAKEN_MEANWHILE : { action: "created", id }));
  if (fresh.length === 1) return [made];
  // One of them is refused: each by itself, so that the others are made.
  const outcomes: Outcome[] = [];
  for (const one of fresh) outcomes.push(...(await makeAll(run, rules, [one])));
  return outcomes;
}
