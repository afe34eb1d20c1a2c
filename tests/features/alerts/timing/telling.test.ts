import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { putSignals } from "#platform/signals";
import { createAlertService, INCIDENTS, RULES, SILENCES } from "../alert-service";

/** When rules tell whom: hours, bundles and steps, on a real database, with the time set by each test. */
const service = await createAlertService();
const {
  sql,
  send,
  turn,
  givenRule,
  givenWatched,
  becomes,
  passes,
  setHours,
  textsOf,
  noticesOf,
  eventsOf,
  incidentsOf,
} = service;
afterAll(service.close);

beforeEach(async () => {
  setHours(undefined);
  await sql`DELETE FROM alert_rules`;
  await sql`DELETE FROM alert_silences`;
  await sql`DELETE FROM devices`;
  await turn();
});

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const NIGHT = { time_zone: "Europe/Berlin", windows: [{ days: DAYS, begins: "22:00", ends: "07:00" }] };
const WORK = { time_zone: "Europe/Berlin", windows: [{ days: DAYS, begins: "08:00", ends: "18:00" }] };
const [AT_NIGHT, IN_THE_MORNING, AT_NOON] = [
  "2026-06-01T22:00:00Z",
  "2026-06-02T05:00:00Z",
  "2026-06-02T10:00:00Z",
];

const happens = (sentence: string) =>
  service.db.transaction((tx) => putSignals(tx, [{ eventType: "new_device", subject: sentence, sentence }]));

/** Of all alerts of a rule, the oldest first, be it gone or not. */
const statesOf = async ({ name }: { name: string }) =>
  (await sql`SELECT notice FROM alert_events WHERE rule_name = ${name} ORDER BY id`).map(
    (row): unknown => row["notice"],
  );

const step = (after_minutes: number, ...channels: string[]) => ({ after_minutes, channels });

describe("a rule", () => {
  const windowOf = (fields: object) => ({ time_zone: "UTC", windows: [{ ...NIGHT.windows[0], ...fields }] });
  const GIVEN = { name: "x", event_type: "device_offline", channels: ["ntfy"] };

  test("has what was said of its hours and steps, and says what it does now", async () => {
    const said = {
      schedule: WORK,
      quiet_hours: { ...NIGHT, except_critical: false },
      bundle_minutes: 5,
      escalation: [step(10, "smtp")],
    };
    const rule = await givenRule(said);
    expect(rule).toMatchObject(said);
    expect(await service.auditOf(`alert_rule:${rule.id}`)).toMatchObject([{ after: said }]);
    const cleared = { schedule: null, quiet_hours: null, bundle_minutes: 0, escalation: [] };
    expect((await send(`PATCH ${RULES}/${rule.id}`, cleared)).body).toMatchObject({
      ...cleared,
      timing_state: "tells",
      timing_until: null,
    });
    const always = { ...windowOf({ begins: "00:00", ends: "24:00" }) };
    const tried = await send(`POST ${RULES}?dry_run=true`, { ...GIVEN, quiet_hours: always });
    expect(tried.body).toMatchObject({ would_answer: { timing_state: "keeps", timing_until: null } });
  });

  test.each([
    [
      { schedule: { time_zone: "Mars/Olympus", windows: NIGHT.windows } },
      "schedule",
      "not a known time zone",
    ],
    [{ schedule: { time_zone: "UTC", windows: [] } }, "schedule", "at least 1 item"],
    [{ quiet_hours: windowOf({ begins: "07:00", ends: "07:00" }) }, "ends", "is the same as begins"],
    [{ quiet_hours: windowOf({ begins: "24:00" }) }, "begins", "must be a time of day such as"],
    [{ quiet_hours: windowOf({ ends: "7:00" }) }, "ends", "must be a time of day such as"],
    [{ quiet_hours: windowOf({ days: [] }) }, "days", "at least 1 item"],
    [{ quiet_hours: windowOf({ days: ["someday"] }) }, "days", "'mon', 'tue'"],
    [
      { schedule: { time_zone: "UTC", windows: Array(1000).fill(NIGHT.windows[0]) } },
      "windows",
      "at most 10",
    ],
    [{ bundle_minutes: 1441 }, "bundle_minutes", "less than or equal to 1440"],
    [
      { escalation: [step(10, "smtp"), step(10, "ntfy")] },
      "after_minutes",
      "longer than that of the step before",
    ],
    [{ escalation: [step(0, "smtp")] }, "after_minutes", "greater than or equal to 1"],
    [{ escalation: [step(10)] }, "channels", "at least one channel"],
    [{ escalation: [step(10, "pigeon")] }, "channels", "Invalid channels"],
    [{ escalation: [1, 2, 3, 4, 5, 6].map((n) => step(n, "smtp")) }, "escalation", "at most 5"],
    [{ escalation: [step(10, "smtp")], channels: [] }, "body", "escalation needs channels"],
  ])("with %j is refused at %s", async (fields, field, message) => {
    const answer = await send(`POST ${RULES}`, { ...GIVEN, ...fields });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(`"${field}"`);
    expect(answer.text).toContain(message);
  });

  test("that has steps keeps somebody who is told first", async () => {
    const rule = await givenRule({ escalation: [step(10, "smtp")] });
    expect((await send(`PATCH ${RULES}/${rule.id}`, { channels: [] })).status).toBe(422);
  });
});

describe("quiet hours", () => {
  test("keep what they find, and tell what lasts in one notice when they are over", async () => {
    const watched = [await givenWatched(), await givenWatched(), await givenWatched()];
    const rule = await givenRule({ quiet_hours: NIGHT });
    setHours(AT_NIGHT);
    for (const { target } of watched) await becomes(target, "down");
    await turn();
    expect(await noticesOf(rule)).toEqual([]);
    expect((await eventsOf(rule)).map(({ notice }) => notice)).toEqual(["kept", "kept", "kept"]);
    await becomes(watched[0]?.target ?? 0, "up");
    await turn();
    setHours(IN_THE_MORNING);
    await turn();
    await turn();
    const [digest, ...more] = await noticesOf(rule);
    expect(more).toEqual([]);
    expect(digest?.text).toContain("2 alerts:");
    expect((await eventsOf(rule)).map(({ notice }) => notice)).toEqual(["none", "sent", "sent", "kept"]);
  });

  test("keep the end of what was told before, and what just happens", async () => {
    const { target } = await givenWatched();
    const [rule, news] = [
      await givenRule({ quiet_hours: NIGHT }),
      await givenRule({ event_type: "new_device", quiet_hours: NIGHT }),
    ];
    setHours(AT_NOON);
    await becomes(target, "down");
    await turn();
    setHours(AT_NIGHT);
    await becomes(target, "up");
    await happens("printer was seen");
    await turn();
    expect([(await noticesOf(rule)).length, (await noticesOf(news)).length]).toEqual([1, 0]);
    setHours(IN_THE_MORNING);
    await turn();
    expect([(await noticesOf(rule)).length, await textsOf(news)]).toEqual([2, ["⚠️ printer was seen"]]);
  });

  test("let critical rules tell, unless they say otherwise", async () => {
    const { target } = await givenWatched();
    const [loud, quiet] = [
      await givenRule({ severity: "critical", quiet_hours: NIGHT }),
      await givenRule({ severity: "critical", quiet_hours: { ...NIGHT, except_critical: false } }),
    ];
    setHours(AT_NIGHT);
    await becomes(target, "down");
    await turn();
    expect([(await noticesOf(loud)).length, (await noticesOf(quiet)).length]).toEqual([1, 0]);
  });

  test("tell nothing twice and nothing at once where the clock is set over their end and back", async () => {
    const watched = [await givenWatched(), await givenWatched()];
    const rule = await givenRule({ quiet_hours: NIGHT });
    for (const { target } of watched) await becomes(target, "down");
    for (const now of [AT_NIGHT, IN_THE_MORNING, AT_NIGHT, IN_THE_MORNING]) {
      setHours(now);
      await turn();
    }
    expect(await noticesOf(rule)).toHaveLength(1);
    expect((await eventsOf(rule)).map(({ notice }) => notice)).toEqual(["sent", "sent"]);
  });

  test.each([
    ["switched off", ({ id }: { id: number }) => send(`PATCH ${RULES}/${id}`, { enabled: false })],
    [
      "about something else",
      ({ id }: { id: number }) => send(`PATCH ${RULES}/${id}`, { event_type: "service_down" }),
    ],
    ["gone with its device", () => sql`DELETE FROM devices`],
  ])("of a rule that is %s leave nothing to be told", async (_, change) => {
    const { device, target } = await givenWatched();
    const rule = await givenRule({ device_id: device, quiet_hours: NIGHT });
    setHours(AT_NOON);
    await becomes(target, "down");
    await turn();
    setHours(AT_NIGHT);
    await becomes(target, "up");
    await turn();
    expect(await statesOf(rule)).toEqual(["sent", "kept"]);
    await change(rule);
    await turn();
    setHours(IN_THE_MORNING);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
    expect(await statesOf(rule)).toEqual(["sent", "dropped"]);
  });
});

describe("outside of its schedule", () => {
  test("a rule finds nothing; what lasts when it begins is found then", async () => {
    const [short, long] = [await givenWatched(), await givenWatched()];
    const rule = await givenRule({ schedule: WORK });
    setHours(AT_NIGHT);
    await becomes(short.target, "down");
    await becomes(long.target, "down");
    await turn();
    await becomes(short.target, "up");
    await turn();
    expect(await eventsOf(rule)).toEqual([]);
    expect(await incidentsOf(long.device)).toEqual([]);
    setHours(AT_NOON);
    await turn();
    expect((await eventsOf(rule)).map(({ device_id: device }) => device)).toEqual([long.device]);
    expect(await noticesOf(rule)).toHaveLength(1);
  });

  test("what just happens is nobody's news, by the time at which it did", async () => {
    const { target } = await givenWatched();
    const today = new Date().getUTCDay();
    const days = DAYS.filter((day) => day !== DAYS.at(today - 1) && day !== DAYS[today]);
    const schedule = { time_zone: "UTC", windows: [{ days, begins: "00:00", ends: "24:00" }] };
    const [resting, working] = [
      await givenRule({ event_type: "any_status_change", schedule }),
      await givenRule({ event_type: "any_status_change" }),
    ];
    await becomes(target, "down");
    await turn();
    expect([(await eventsOf(resting)).length, (await eventsOf(working)).length]).toEqual([0, 1]);
  });

  test("the end of what was told is told at once", async () => {
    const { target } = await givenWatched();
    const rule = await givenRule({ schedule: WORK });
    setHours(AT_NOON);
    await becomes(target, "down");
    await turn();
    setHours(AT_NIGHT);
    await becomes(target, "up");
    await turn();
    expect((await noticesOf(rule)).map(({ status }) => status)).toEqual(["firing", "resolved"]);
  });
});

describe("a bundle", () => {
  test("is one notice of all that was found within so many minutes, and one of one reads as ever", async () => {
    const watched = await Promise.all(Array.from({ length: 6 }, () => givenWatched()));
    const rule = await givenRule({ bundle_minutes: 10 });
    const fails = async (...indexes: number[]) => {
      for (const index of indexes) await becomes(watched[index]?.target ?? 0, "down");
      await turn();
    };
    await fails(0, 1);
    await passes(540);
    await fails(2, 3, 4);
    expect(await noticesOf(rule)).toEqual([]);
    await passes(61);
    await turn();
    await turn();
    expect((await noticesOf(rule)).map(({ text }) => text.split("\n")[2])).toEqual(["5 alerts:"]);
    await fails(5);
    await passes(601);
    await turn();
    const [, single] = await noticesOf(rule);
    expect(single?.events).toHaveLength(1);
    expect(single?.text).toContain("is now OFFLINE");
  });

  test("holds no other rule up", async () => {
    const watched = await Promise.all(Array.from({ length: 4 }, () => givenWatched()));
    const [slow, fast] = [await givenRule({ bundle_minutes: 1440 }), await givenRule()];
    for (const { target } of watched) await becomes(target, "down");
    await turn();
    expect([(await noticesOf(slow)).length, (await noticesOf(fast)).length]).toEqual([0, 1]);
  });
});

describe("an escalation", () => {
  const targetsOf = async (rule: { name: string }) => (await noticesOf(rule)).map(({ target }) => target);
  const STEPS = { escalation: [step(10, "smtp", "ntfy"), step(30, "profile:7")] };

  async function givenFailure() {
    const watched = await givenWatched({ displayName: "core", ipAddress: "192.0.2.10" });
    const rule = await givenRule({ ...STEPS, device_id: watched.device });
    await becomes(watched.target, "down");
    await turn();
    return { ...watched, rule };
  }

  async function after(minutes: number): Promise<void> {
    await passes(minutes * 60);
    await turn();
    await turn();
  }

  test("tells each step once, whatever it has told before, and the end to whoever was told", async () => {
    const { device, target, rule } = await givenFailure();
    await after(9);
    expect(await targetsOf(rule)).toEqual(["ntfy"]);
    expect(await incidentsOf(device)).toMatchObject([{ escalated_at: null, escalation_step: 0 }]);
    await after(2);
    expect((await textsOf(rule)).slice(1)).toEqual(
      Array(2).fill("⚠️ Not acknowledged within 10 min: core (192.0.2.10) is now OFFLINE"),
    );
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp", "ntfy"]);
    await after(21);
    await after(600);
    expect((await targetsOf(rule)).slice(3)).toEqual(["profile:7"]);
    const [incident] = await incidentsOf(device);
    expect(incident).toMatchObject({ escalation_step: 2 });
    expect(incident?.escalated_at).not.toBeNull();
    await becomes(target, "up");
    await after(0);
    expect((await targetsOf(rule)).slice(4).toSorted()).toEqual(["ntfy", "profile:7", "smtp"]);
  });

  test("is stopped by an acknowledgement, its end, and the removal of its rule", async () => {
    const [seen, over, removed] = [await givenFailure(), await givenFailure(), await givenFailure()];
    const [incident] = await incidentsOf(seen.device);
    await send(`POST ${INCIDENTS}/${incident?.id}/acknowledge`, {});
    await becomes(over.target, "up");
    await turn();
    await send(`DELETE ${RULES}/${removed.rule.id}`);
    const lengths = async () =>
      Promise.all([seen, over, removed].map(async ({ rule }) => (await noticesOf(rule)).length));
    const before = await lengths();
    await after(60);
    expect(await lengths()).toEqual(before);
  });

  test("tells what is due for many at once in one notice", async () => {
    const watched = await Promise.all(Array.from({ length: 5 }, () => givenWatched()));
    const rule = await givenRule({ escalation: [step(10, "smtp")] });
    for (const { target } of watched) await becomes(target, "down");
    await turn();
    await after(11);
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp"]);
    for (const { target } of watched) await becomes(target, "up");
    await after(2);
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp", "ntfy", "smtp"]);
  });

  test("goes on with one step at a time after a silence, however long that was", async () => {
    const { rule } = await givenFailure();
    const silence = await send(`POST ${SILENCES}`, {
      reason: "works",
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await after(600);
    expect(await targetsOf(rule)).toEqual(["ntfy"]);
    await send(`DELETE ${SILENCES}/${(silence.body as { id: number }).id}`);
    await after(0);
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp", "ntfy"]);
    await after(21);
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp", "ntfy", "profile:7"]);
  });

  test("counts once though processes take turns, and waits no longer where the clock was put back", async () => {
    const { rule } = await givenFailure();
    await passes(-3600);
    await turn();
    await passes(660);
    const others = [service.otherWatch(), service.otherWatch()];
    await Promise.all([turn(), ...others.map((watch) => watch.turn())]);
    await turn();
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp", "ntfy"]);
  });

  test("is lost nowhere: where its turn is cut off, the next one tells it", async () => {
    const { device, rule } = await givenFailure();
    await passes(660);
    await sql`ALTER TABLE outbox ADD CONSTRAINT cut_off CHECK (kind <> 'alert') NOT VALID`;
    expect(await turn().catch(() => "cut off")).toBe("cut off");
    await sql`ALTER TABLE outbox DROP CONSTRAINT cut_off`;
    expect(await incidentsOf(device)).toMatchObject([{ escalation_step: 0 }]);
    await turn();
    expect(await targetsOf(rule)).toEqual(["ntfy", "smtp", "ntfy"]);
  });
});
