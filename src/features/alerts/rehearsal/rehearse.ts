import { noteDamage, readDevicesInScope } from "#features/monitoring";
import { findUnknownFields } from "#features/syslog";
import { databaseNow } from "#platform/database-clock";
import { toTimestamp } from "#platform/http/fields";
import { eventTypeOf, QUERY_TYPES, type EventType } from "../event-types";
import type { RuleDraft } from "../rules/models";
import { isWithin, spansOfHours } from "../timing/hours";
import { isAbout } from "../watch/coverage";
import { play, type Step } from "./course";
import { REHEARSED_DAYS, type AlertRehearsal } from "./models";
import { NOT_KEPT } from "../past";
import type { Past, Rehearsal, RehearsalContext } from "./rehearsal";
import { countFound, type FoundAlert } from "./result";

const DAY_MS = 86_400_000;
/** People wait for it. */
const LIMIT_MS = 10_000;
/** Held at once; whoever has more has seen enough. */
const MAX_ALERTS = 50_000;
/** Others get their turn after so long. */
const TURN_MS = 20;

export type RehearseContext = Pick<RehearsalContext, "db" | "onDamage" | "caller" | "signal"> & {
  rehearsals: ReadonlyMap<EventType, Rehearsal>;
  timeZone: string;
};

/**
 * What a rule would have told over the last days, by what is stored of them; as if it had been made at their beginning,
 * no other rule told of the same, and nobody had silenced anything. Devices belong to groups and scopes as they do now.
 * What takes too long is told as far as it was looked at.
 */
export async function rehearse(given: RehearseContext, rule: RuleDraft): Promise<AlertRehearsal> {
  const { db, caller, signal, timeZone } = given;
  signal.throwIfAborted();
  const to = await databaseNow(db);
  const from = new Date(to.getTime() - REHEARSED_DAYS * DAY_MS);
  const inScope = rule.scope === null ? new Set<number>() : await readDevicesInScope(db, rule.scope);
  const { lost, ...reader } = noteDamage(given);
  const covers: RehearsalContext["covers"] = (about) => isAbout(rule, about, (id) => inScope.has(id));
  const type = eventTypeOf(rule.eventType);
  const rehearsal = given.rehearsals.get(type) ?? unknown(NOT_KEPT.get(type));
  const past = await rehearsal({ ...reader, from, to, caller, covers, signal }, rule);
  const asked = {
    from: toTimestamp(from),
    to: toTimestamp(to),
    unknown_fields: QUERY_TYPES.includes(type) ? findUnknownFields(rule.logQuery ?? "") : [],
  };
  if ("reason" in past)
    return {
      ...asked,
      coverage: "none",
      known_from: null,
      reason: past.reason,
      is_complete: true,
      things: { total: 0, looked_at: 0 },
      ...countFound(rule, [], { from, to, timeZone }),
    };
  const { found, lookedAt, isComplete } = await playAll(past, rule, { from, to, signal });
  const damage = lost.length > 0 ? "Some stored results are damaged and were left out" : null;
  const gaps = [past.gap, damage].filter((gap) => gap !== null);
  const knownFrom = past.knownFrom ?? null;
  return {
    ...asked,
    coverage: gaps.length === 0 && knownFrom === null ? "full" : "partial",
    known_from: knownFrom === null ? null : toTimestamp(knownFrom),
    reason: gaps.length === 0 ? null : gaps.join(". "),
    is_complete: isComplete,
    things: { total: past.total, looked_at: lookedAt },
    ...countFound(rule, found, { from, to, timeZone }),
  };
}

const unknown =
  (reason = "Nothing of this kind is kept"): Rehearsal =>
  () =>
    Promise.resolve({ reason });

type Playing = { from: Date; to: Date; signal: AbortSignal };
type Played = { found: FoundAlert[]; lookedAt: number; isComplete: boolean };

async function playAll(past: Past, rule: RuleDraft, { from, to, signal }: Playing): Promise<Played> {
  const works = rule.schedule && spansOfHours(rule.schedule, from);
  /** What only happens outside of the schedule is lost, as the watch has it (`watch/apply.ts`). */
  const isLost = ({ kind, atMs }: Step) => kind === "happens" && works !== null && !isWithin(works, atMs);
  const found: FoundAlert[] = [];
  const startedMs = performance.now();
  let turnMs = startedMs;
  let lookedAt = 0;
  let isComplete = true;
  for await (const { steps, ...about } of past.courses) {
    const heard = steps.filter((step) => !isLost(step));
    for (const alert of play(rule, heard, to.getTime())) found.push({ ...about, alert });
    lookedAt += 1;
    if (performance.now() - turnMs >= TURN_MS) {
      await Bun.sleep(0);
      turnMs = performance.now();
    }
    signal.throwIfAborted();
    isComplete = found.length <= MAX_ALERTS && turnMs - startedMs <= LIMIT_MS;
    if (!isComplete) break;
  }
  return { found, lookedAt, isComplete };
}
