import { afterAll, expect, test } from "bun:test";
import type { StateChange } from "#features/monitoring";
import * as fc from "fast-check";
import { play, type Alert, type Step } from "../../../../src/features/alerts/rehearsal/course";
import { incidentTimesOf } from "../../../../src/features/alerts/rehearsal/incidents";
import { noticesOf } from "../../../../src/features/alerts/rehearsal/notices";
import { tellingsOf } from "../../../../src/features/alerts/rehearsal/tellings";
import { toCourse } from "../../../../src/features/alerts/past/states";
import { toSteps, type Look } from "../../../../src/features/alerts/past/looks";
import type { RuleRow } from "../../../../src/features/alerts/rules/models";
import { alertRules } from "../../../../src/features/alerts/tables";
import { rounds } from "../../../support/rounds";
import { createAlertService } from "../alert-service";

/**
 * The same course of events for the watch, on a real database, and for the model of it that rehearses rules: both find
 * the same, at the same time.
 */

const service = await createAlertService();
const { sql, db, conditions, turn, passes, becomes, givenRule, givenWatched } = service;
afterAll(service.close);

const SEED = 20_261_125;
const TICK_MS = 60_000;
const STATES = ["up", "up", "down", "down", "up", "down", "maintenance", "unreachable", "paused"] as const;
type State = (typeof STATES)[number];

/** What happens to some devices at the beginning of a minute, and which of them are slow then. */
type Tick = { changes: { device: number; state: State }[]; slow: number[] };

const DEVICES = 5;
const device = fc.nat(DEVICES - 1);
const someChange = fc.uniqueArray(fc.record({ device, state: fc.constantFrom(...STATES) }), {
  maxLength: 4,
  selector: (change) => change.device,
});
/** All at once: more than go out one by one. */
const storm = fc
  .constantFrom("up", "down" as const)
  .map((state) => Array.from({ length: DEVICES }, (_, index) => ({ device: index, state })));
const ticks: fc.Arbitrary<Tick[]> = fc.array(
  fc.record({
    changes: fc.oneof({ weight: 6, arbitrary: someChange }, { weight: 1, arbitrary: storm }),
    slow: fc.uniqueArray(device, { maxLength: 3 }),
  }),
  { minLength: 30, maxLength: 30 },
);

const RULES = [
  { event_type: "device_offline", for_minutes: 0, cooldown_minutes: 9 },
  { event_type: "device_offline", for_minutes: 2, cooldown_minutes: 1, notify_recovery: false },
  { event_type: "device_online", cooldown_minutes: 6 },
  { event_type: "rtt_above", threshold_ms: 50, for_minutes: 1, cooldown_minutes: 2 },
];

type Given = { rules: RuleRow[]; targets: number[]; devices: number[] };

async function given(rules: readonly Record<string, unknown>[]): Promise<Given> {
  await sql`DELETE FROM alert_rules`;
  await sql`DELETE FROM devices`;
  await sql`DELETE FROM alert_incidents`;
  const watched = await Promise.all(
    Array.from({ length: DEVICES }, (_, index) => givenWatched({ displayName: `device ${index}` })),
  );
  await turn();
  for (const fields of rules) await givenRule(fields);
  const rows = await db.select().from(alertRules).orderBy(alertRules.id);
  return {
    rules: rows,
    targets: watched.map(({ target }) => target),
    devices: watched.map((one) => one.device),
  };
}

/** What came of a course: events and messages, each with the minute, and how many incidents. */
type Outcome = { events: string[]; messages: number[]; incidents: number };

/** How long something lasted is by the clock, which stands still in one of the two. */
const eventOf = (tick: number, ...words: (string | number)[]) =>
  [String(tick).padStart(3, "0"), ...words].join(" ").replace(/ after .*$/, "");

/** What the watch makes of it. */
async function watchIt({ rules, targets, devices }: Given, course: readonly Tick[]): Promise<Outcome[]> {
  const outcomes = rules.map((): Outcome => ({ events: [], messages: [], incidents: 0 }));
  for (const [tick, { changes, slow }] of course.entries()) {
    await passes(TICK_MS / 1000);
    for (const change of changes) await becomes(targets[change.device] ?? 0, change.state);
    conditions.set("rtt_above", () =>
      Promise.resolve(
        slow.map((index) => ({
          subject: `target:${targets[index]}:rtt_above`,
          cause: `device:${devices[index]}`,
          deviceId: devices[index] ?? null,
          targetId: targets[index] ?? 0,
          sentence: slownessOf(index),
        })),
      ),
    );
    await turn();
    for (const [index, rule] of rules.entries())
      await hear(tick, { rule, outcome: outcomes[index], devices });
  }
  const [all] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM alert_incidents`;
  return outcomes.map((outcome) => ({
    ...outcome,
    events: outcome.events.toSorted(),
    incidents: all?.count ?? 0,
  }));
}

type Heard = { rule: RuleRow; outcome: Outcome | undefined; devices: readonly number[] };

/** Adds what is new since the last turn. */
async function hear(tick: number, { rule: { id, name }, outcome, devices }: Heard): Promise<void> {
  if (outcome === undefined) throw new Error("each rule has an outcome");
  const { events, messages } = outcome;
  const rows = await sql<{ status: string; device: number; message: string }[]>`
    SELECT status, device_id::float8 AS device, message FROM alert_events WHERE alert_rule_id = ${id}
    ORDER BY id OFFSET ${events.length}`;
  for (const { status, device: about, message } of rows)
    events.push(eventOf(tick, status, devices.indexOf(about), ...(status === "resolved" ? [] : [message])));
  const [sent] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM outbox WHERE rule_name = ${name}`;
  while (messages.length < (sent?.count ?? 0)) messages.push(tick);
}

const slownessOf = (index: number) => `device ${index} is slow`;

/** What the model makes of it. */
function rehearseIt({ rules, devices }: Given, course: readonly Tick[]): Outcome[] {
  return rules.map((rule) => {
    const found = devices.flatMap((_, index) =>
      play(rule, stepsOf(rule, course, index), (course.length - 1) * TICK_MS).map((alert) => ({
        index,
        cause: String(index),
        alert,
      })),
    );
    const span = { fromMs: 0, toMs: (course.length - 1) * TICK_MS };
    const told = tellingsOf(
      rule,
      found.map(({ alert }) => alert),
      span,
    );
    return {
      events: found.flatMap(({ index, alert }) => eventsOf(index, alert)).toSorted(),
      messages: noticesOf(rule, told)
        .filter(({ atMs }) => atMs <= (course.length - 1) * TICK_MS)
        .map(({ atMs }) => atMs / TICK_MS),
      incidents: incidentTimesOf(found).length,
    };
  });
}

function eventsOf(index: number, alert: Alert): string[] {
  const tick = alert.firedAtMs / TICK_MS;
  if (alert.kind === "happened") return [eventOf(tick, "happened", index, alert.sentence)];
  const ended = alert.endedAtMs === null ? [] : [eventOf(alert.endedAtMs / TICK_MS, "resolved", index)];
  return [eventOf(tick, "firing", index, alert.sentence), ...ended];
}

function stepsOf(rule: RuleRow, course: readonly Tick[], index: number): readonly Step[] {
  const changes = changesOf(course, index);
  if (rule.eventType !== "rtt_above") return toCourse(changes, rule).steps;
  const looks = course.map(({ slow }, tick): Look => {
    const atMs = tick * TICK_MS;
    return slow.includes(index)
      ? { atMs, kind: "found", sentence: slownessOf(index) }
      : { atMs, kind: "absent" };
  });
  const states = changes.map(({ at, state }) => ({ atMs: at.getTime(), state }));
  return toSteps(looks, [{ atMs: -1, state: "up" }, ...states]);
}

/** As they are read from what is stored. */
function changesOf(course: readonly Tick[], index: number): StateChange[] {
  let known: "up" | "down" = "up";
  return course.flatMap(({ changes }, tick) =>
    changes
      .filter((change) => change.device === index)
      .map(({ state }): StateChange => {
        const change = { ...CHANGE, id: tick, name: `device ${index}`, deviceName: `device ${index}` };
        const before = known;
        if (state === "up" || state === "down") known = state;
        return { ...change, at: new Date(tick * TICK_MS), state, known: before };
      }),
  );
}

const CHANGE = {
  targetId: 1,
  deviceId: 1,
  serviceCheckId: null,
  monitorId: null,
  address: null,
  url: null,
  kind: "device",
  expectedStatus: null,
  reason: null,
  downSince: null,
} as const;

test("a rule alone: events, messages and incidents", async () => {
  await fc.assert(
    fc.asyncProperty(ticks, async (course) => {
      const alone = await given([{ event_type: "device_offline", for_minutes: 1, cooldown_minutes: 9 }]);
      const expected = await watchIt(alone, course);
      expect(rehearseIt(alone, course)).toEqual(expected);
    }),
    { seed: SEED, numRuns: rounds(10), endOnFailure: true },
  );
}, 120_000);

test("several rules, of all kinds: events and messages of each", async () => {
  await fc.assert(
    fc.asyncProperty(ticks, async (course) => {
      const several = await given(RULES);
      const expected = await watchIt(several, course);
      const incidents = expected[0]?.incidents ?? 0;
      expect(rehearseIt(several, course).map((outcome) => ({ ...outcome, incidents }))).toEqual(expected);
    }),
    { seed: SEED, numRuns: rounds(10), endOnFailure: true },
  );
}, 120_000);
