import { and, eq, sql } from "drizzle-orm";
import { takeStateChanges } from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import type { Found } from "../conditions/condition";
import { LOG_TYPES } from "../event-types";
import type { RuleRow } from "../rules/models";
import { checkTargets } from "#tables/monitoring";
import { alertTroubles } from "../tables";
import { restsAt } from "../timing/hours";
import { readCoverage } from "./coverage";
import { fireHappenings } from "./fire";
import { effectOf, type Effect } from "./of-changes";
import { takeSignals } from "./signals";
import { endTroubles, holdTroubles, noteTroubles, type Begun, type Ended } from "./troubles";

type Context = { db: Db; now: Date };

/** Of one kind in one turn. */
const AT_ONCE = 500;

/**
 * Takes what has changed since the last turn, and notes what it means by the rules. Gives whether there may be more.
 */
export async function applyChanges(ctx: Context, rules: readonly RuleRow[]): Promise<boolean> {
  const changes = await takeStateChanges(ctx.db, AT_ONCE);
  const covers = await readCoverage(ctx.db, rules, deviceIdsOf(changes));
  const effects = changes.flatMap((change) =>
    rules.flatMap((rule) => {
      const effect = covers(rule, change) ? effectOf(change, rule) : undefined;
      return effect === undefined ? [] : [{ rule, effect }];
    }),
  );
  for (const round of roundsOf(effects)) await applyRound(ctx, round);
  return changes.length === AT_ONCE;
}

type OfRule = { rule: RuleRow; effect: Effect };

/** In a round a rule hears of each thing once, so that what comes one after the other counts in that order. */
function roundsOf(effects: readonly OfRule[]): OfRule[][] {
  const rounds: OfRule[][] = [];
  const next = new Map<string, number>();
  for (const given of effects) {
    const { rule, effect } = given;
    const key = `${rule.id} ${"trouble" in effect ? effect.trouble.subject : effect.subject}`;
    const round = next.get(key) ?? 0;
    next.set(key, round + 1);
    (rounds[round] ??= []).push(given);
  }
  return rounds;
}

async function applyRound({ db, now }: Context, effects: readonly OfRule[]): Promise<void> {
  const begun: Begun[] = [];
  const held: { ruleId: number; subject: string }[] = [];
  const ended: Ended[] = [];
  const happened: Begun[] = [];
  for (const { rule, effect } of effects) {
    const ruleId = rule.id;
    if (effect.kind === "happens" && restsAt(rule, effect.trouble.startedAt ?? now)) continue;
    if (effect.kind === "begins") begun.push({ rule, trouble: effect.trouble });
    else if (effect.kind === "happens") happened.push({ rule, trouble: effect.trouble });
    else if (effect.kind === "is held") held.push({ ruleId, subject: effect.subject });
    else if (effect.kind === "is dropped")
      ended.push({ ruleId, subject: effect.subject, sentence: null, at: now });
    else ended.push({ ruleId, ...effect });
  }
  await noteTroubles(db, begun, now);
  await holdTroubles(db, held);
  await endTroubles(db, ended);
  await fireHappenings(db, happened, now);
}

/** Takes what features have told since the last turn, likewise. */
export async function applySignals(ctx: Context, rules: readonly RuleRow[]): Promise<boolean> {
  const signals = await takeSignals(ctx.db, AT_ONCE);
  const covers = await readCoverage(ctx.db, rules, deviceIdsOf(signals));
  const happened = signals.flatMap((signal) =>
    rules
      .filter(
        (rule) => rule.eventType === signal.eventType && covers(rule, signal) && !restsAt(rule, signal.at),
      )
      .map((rule) => ({ rule, trouble: { ...signal, startedAt: signal.at } })),
  );
  await fireHappenings(ctx.db, happened, ctx.now);
  return signals.length === AT_ONCE;
}

/** States of a device of whose log lines, many or none, nothing is to be told. */
const ASIDE: readonly (string | null)[] = ["unreachable", "maintenance", "paused"];

/**
 * What a condition has found by a rule is what lasts by it. The rest is over, but for what is of a device that is not
 * up just now: whether its answers are still slow shows when it answers again. Log lines come, or do not, whatever its
 * checks say.
 */
export async function applyFound(
  { db, now }: Context,
  rule: RuleRow,
  found: readonly Found[],
): Promise<void> {
  const covers = await readCoverage(db, [rule], deviceIdsOf(found));
  const isOfLog = LOG_TYPES.some((type) => type === rule.eventType);
  const aside = isOfLog ? await readAside(db, deviceIdsOf(found)) : new Set();
  const own = found.filter(
    (trouble) => (trouble.isCovered === true || covers(rule, trouble)) && !aside.has(trouble.deviceId),
  );
  const present = new Set(own.map(({ subject }) => subject));
  const lasting = await db
    .select({
      subject: alertTroubles.subject,
      sentence: alertTroubles.sentence,
      state: checkTargets.state,
    })
    .from(alertTroubles)
    .leftJoin(
      checkTargets,
      and(eq(checkTargets.deviceId, alertTroubles.deviceId), eq(checkTargets.kind, "device")),
    )
    .where(eq(alertTroubles.ruleId, rule.id));
  await noteTroubles(
    db,
    own.map((trouble) => ({ rule, trouble })),
    now,
  );
  const absent = lasting.filter(({ subject }) => !present.has(subject));
  const isHeld = ({ state }: { state: string | null }) =>
    isOfLog ? ASIDE.includes(state) : (state ?? "up") !== "up";
  const held = absent.filter(isHeld);
  await holdTroubles(
    db,
    held.map(({ subject }) => ({ ruleId: rule.id, subject })),
  );
  const over = absent.filter((trouble) => !isHeld(trouble));
  await endTroubles(
    db,
    over.map(({ subject, sentence }) => ({
      ruleId: rule.id,
      subject,
      sentence: `Over: ${sentence}`,
      at: now,
    })),
  );
}

async function readAside(db: Db, deviceIds: readonly number[]): Promise<ReadonlySet<unknown>> {
  const rows = await db
    .select({ deviceId: checkTargets.deviceId, state: checkTargets.state })
    .from(checkTargets)
    .where(
      and(eq(checkTargets.kind, "device"), sql`${checkTargets.deviceId} = ${anyOf([...new Set(deviceIds)])}`),
    );
  return new Set(rows.filter(({ state }) => ASIDE.includes(state)).map(({ deviceId }) => deviceId));
}

function deviceIdsOf(things: readonly { deviceId?: number | null }[]): number[] {
  return things.flatMap(({ deviceId }) => deviceId ?? []);
}
