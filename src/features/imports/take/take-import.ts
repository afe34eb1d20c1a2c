import { setImmediate } from "node:timers/promises";
import { unpack } from "#platform/packed";
import type { Kind } from "../kinds";
import { noCounts, type ImportCounts, type ImportRow } from "../models";
import type { NeutralRow } from "../read/read-import";
import { withoutUserinfo } from "../read/secrets";
import { MAX_FAULT } from "../read/table";
import { CHECK_RULES } from "./checks";
import { DEVICE_RULES } from "./devices";
import { GROUP_RULES } from "./groups";
import { takeInterfaces } from "./interfaces";
import { LINK_RULES } from "./links";
import { MONITOR_GROUP_RULES, toMember } from "./monitor-groups";
import { MONITOR_RULES } from "./monitors";
import type { Outcome } from "./outcome";
import { RESERVATION_RULES } from "./reservations";
import type { ImportRun, KindRules } from "./rules";
import { createSeen, type Seen } from "./seen";
import { SITE_RULES } from "./sites";
import { SUBNET_RULES } from "./subnets";
import { takeRows } from "./take-rows";

const RULES: Readonly<Record<Exclude<Kind, "interface" | "channel">, KindRules>> = {
  site: SITE_RULES,
  group: GROUP_RULES,
  subnet: SUBNET_RULES,
  device: DEVICE_RULES,
  reservation: RESERVATION_RULES,
  link: LINK_RULES,
  check: CHECK_RULES,
  monitor: MONITOR_RULES,
  monitor_group: MONITOR_GROUP_RULES,
};

export type Taken = { rows: ImportRow[]; counts: ImportCounts };

/** By itself much more would be held before what chunks took is let go; a collection takes some 50 ms. */
const CHUNKS_A_COLLECTION = 10;

/**
 * Writes what the rows of an import say, in its transaction, chunk by chunk, and gives the verdict on every one, in the
 * order in which they were sent. Between two chunks other work gets its turn.
 */
export async function takeImport(
  run: ImportRun,
  { chunks, count }: { chunks: readonly Uint8Array[]; count: number },
  onTaken: (done: number) => Promise<void>,
): Promise<Taken> {
  const counts = noCounts();
  const verdicts: ImportRow[] = [];
  const seen = new Map(Object.values(RULES).map((rules) => [rules.kind, createSeen(rules)]));
  for (const [place, chunk] of chunks.entries()) {
    const rows: NeutralRow[] = JSON.parse(unpack(chunk));
    for (const [row, outcome] of await takeChunk(run, rows, seen)) {
      counts[outcome.action] += 1;
      verdicts[row.place] = toVerdict(row, outcome);
      noteMember(run, row, outcome);
    }
    await onTaken(Object.values(counts).reduce((sum, one) => sum + one, 0));
    if ((place + 1) % CHUNKS_A_COLLECTION === 0) Bun.gc(true);
    await setImmediate();
  }
  const told = verdicts.filter((verdict) => verdict !== undefined).length;
  if (told !== count) throw new Error(`our bug: of ${count} rows ${told} have a verdict`);
  return { rows: verdicts, counts };
}

/** For the group that it is in, which comes later. */
function noteMember(run: ImportRun, { kind, within }: NeutralRow, { id }: Outcome): void {
  const member = id === undefined ? undefined : toMember(kind, id);
  if (within !== undefined && member !== undefined) run.members.add(within, member);
}

/** Rows of one kind. */
async function takeChunk(
  run: ImportRun,
  rows: readonly NeutralRow[],
  seen: ReadonlyMap<Kind, Seen>,
): Promise<[NeutralRow, Outcome][]> {
  const kind = rows[0]?.kind ?? "site";
  const pairs = (some: readonly NeutralRow[], outcomes: readonly Outcome[]): [NeutralRow, Outcome][] =>
    some.flatMap((row, place): [NeutralRow, Outcome][] => {
      const outcome = outcomes[place];
      return outcome === undefined ? [] : [[row, outcome]];
    });
  if (kind === "interface") return pairs(rows, await takeInterfaces(run, rows));
  if (kind === "channel") return rows.map((row) => [row, notTaken(row)]);
  const rules = RULES[kind];
  const taken: [NeutralRow, Outcome][] = [];
  for (let start = 0; start < rows.length; start += rules.atOnce) {
    const some = rows.slice(start, start + rules.atOnce);
    taken.push(
      ...pairs(some, await takeRows(run, { rules, seen: seen.get(kind) ?? createSeen(rules) }, some)),
    );
  }
  return taken;
}

function notTaken({ fault, reason }: NeutralRow): Outcome {
  return { action: "not_taken", errors: [{ field: "", msg: reason ?? fault ?? "it has secrets" }] };
}

const NO_FIELDS: string[] = [];
const NO_ERRORS: ImportRow["errors"] = [];

function toVerdict(row: NeutralRow, { action, id, fields, errors }: Outcome): ImportRow {
  const { place, file, table, kind } = row;
  return {
    place,
    file,
    table,
    row: row.row,
    kind,
    name: withoutUserinfo(nameOf(row)).slice(0, 255),
    action,
    target: id === undefined ? null : targetOf(kind, id),
    fields: fields ?? NO_FIELDS,
    errors: (errors ?? (isWritten(action) ? row.notes : undefined) ?? NO_ERRORS).map(({ field, msg }) => ({
      field,
      msg: withoutUserinfo(msg).slice(0, MAX_FAULT),
    })),
  };
}

function isWritten(action: Outcome["action"]): boolean {
  return action === "created" || action === "updated";
}

function targetOf(kind: Kind, id: number): string {
  return kind === "interface" || kind === "channel" ? `device:${id}` : RULES[kind].targetOf(id);
}

function nameOf({ kind, fields }: NeutralRow): string {
  if (kind === "channel") return String(fields["name"] ?? "");
  if (kind !== "interface") return RULES[kind].nameOf(fields);
  return [fields["device"], fields["name"]].flatMap((part) => part ?? []).join(" ");
}
