import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { putSignals } from "#platform/signals";
import { createAlertService, EVENTS, INCIDENTS, SILENCES } from "./alert-service";

/** What keeps notices, what puts them together, and what comes from elsewhere than from changes of state. */
const service = await createAlertService();
const {
  sql,
  send,
  turn,
  givenRule,
  givenWatched,
  becomes,
  passes,
  textsOf,
  noticesOf,
  eventsOf,
  incidentsOf,
} = service;
afterAll(service.close);

beforeEach(async () => {
  service.conditions.clear();
  await sql`DELETE FROM alert_rules`;
  await sql`DELETE FROM alert_silences`;
  await sql`DELETE FROM devices`;
  await turn();
});

describe("a silence", () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  test("keeps what is over by its end, and tells then what lasts", async () => {
    const [short, long] = [await givenWatched(), await givenWatched()];
    const rule = await givenRule();
    const made = await send(`POST ${SILENCES}`, {
      reason: "works",
      ends_at: inAnHour(),
      rule_ids: [rule.id],
    });
    expect(made.status).toBe(201);
    await becomes(short.target, "down");
    await becomes(long.target, "down");
    await turn();
    await becomes(short.target, "up");
    await turn();
    expect(await noticesOf(rule)).toEqual([]);
    expect((await eventsOf(rule)).map(({ notice }) => notice)).toEqual(["none", "silenced", "silenced"]);
    await passes(3700);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
  });

  test("of a device or a scope keeps nothing of others", async () => {
    const [quiet, tagged, loud] = [
      await givenWatched(),
      await givenWatched({ tags: ["lab"] }),
      await givenWatched(),
    ];
    const rule = await givenRule();
    await send(`POST ${SILENCES}`, { reason: "works", ends_at: inAnHour(), device_ids: [quiet.device] });
    await send(`POST ${SILENCES}`, { reason: "lab", ends_at: inAnHour(), scope: { tags: ["lab"] } });
    for (const { target } of [quiet, tagged, loud]) await becomes(target, "down");
    await turn();
    expect((await noticesOf(rule)).map(({ events }) => events)).toMatchObject([[{ device_id: loud.device }]]);
  });

  test("that is ended early tells what lasts at once, and its end stands in the audit log", async () => {
    const { target } = await givenWatched();
    const rule = await givenRule();
    const made = await send(`POST ${SILENCES}`, { reason: "works", ends_at: inAnHour() });
    await becomes(target, "down");
    await turn();
    const id = (made.body as { id: number }).id;
    expect((await send(`DELETE ${SILENCES}/${id}?dry_run=true`)).body).toMatchObject({
      would_delete: { alert_silences: { count: 1, names: ["works"] } },
    });
    expect((await send(`DELETE ${SILENCES}/${id}`)).status).toBe(204);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
    expect(await service.auditOf(`alert_silence:${id}`)).toHaveLength(2);
  });

  test.each([
    [{ ends_at: "2020-01-01T00:00:00Z" }, 422],
    [{ ends_at: "2999-01-01T00:00:00Z" }, 422],
    [{ reason: " " }, 422],
    [{ device_ids: [999_999_999] }, 404],
    [{ rule_ids: [999_999_999] }, 404],
    [{ device_ids: [1], scope: { tags: ["x"] } }, 422],
  ])("with %j is refused", async (fields, status) => {
    const answer = await send(`POST ${SILENCES}`, { reason: "works", ends_at: inAnHour(), ...fields });
    expect(answer.status).toBe(status);
  });
});

describe("a storm", () => {
  test("is three notices and a digest a minute, not one for each", async () => {
    const watched = await Promise.all(Array.from({ length: 40 }, () => givenWatched()));
    const rule = await givenRule();
    const [first, second] = [watched.slice(0, 2), watched.slice(2)];
    for (const { target } of first) await becomes(target, "down");
    await turn();
    for (const { target } of second) await becomes(target, "down");
    await turn();
    await turn();
    expect(await noticesOf(rule)).toHaveLength(3);
    await passes(61);
    await turn();
    const notices = await noticesOf(rule);
    expect(notices).toHaveLength(4);
    expect(notices[3]?.title).toEndWith("(37)");
    expect(notices[3]?.text).toContain("37 alerts:");
    expect(notices[3]?.text).toEndWith("and 17 more");
    expect(notices[3]?.events).toHaveLength(37);
  });
});

test("events and incidents come in pages, none twice", async () => {
  const watched = await Promise.all(Array.from({ length: 7 }, () => givenWatched()));
  await givenRule();
  for (const { target } of watched) await becomes(target, "down");
  await turn();
  for (const path of [EVENTS, INCIDENTS]) {
    const found: number[] = [];
    let next: string | undefined = `${path}?limit=3`;
    while (next !== undefined) {
      const answer = await send(`GET ${next}`);
      found.push(...(answer.body as { id: number }[]).map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
    }
    expect(found.length).toBeGreaterThanOrEqual(7);
    expect(new Set(found).size).toBe(found.length);
  }
});

describe("what is looked at again and again", () => {
  test("begins where it is found anew, is told once, and is over where it is found no more", async () => {
    const { device } = await givenWatched();
    const rule = await givenRule({ event_type: "rtt_above", threshold_ms: 100 });
    let found = [{ subject: `device:${device}`, deviceId: device, sentence: "slow" }];
    service.conditions.set("rtt_above", () => Promise.resolve(found));
    await turn();
    await turn();
    expect(await textsOf(rule)).toEqual(["⚠️ slow"]);
    found = [];
    await turn();
    await turn();
    expect(await textsOf(rule)).toEqual(["⚠️ slow", "✅ Over: slow"]);
    expect(await incidentsOf(device)).toMatchObject([{ status: "resolved" }]);
  });

  test("is neither over nor told while its device is not up", async () => {
    const { device, target } = await givenWatched();
    const rule = await givenRule({ event_type: "rtt_above", threshold_ms: 100 });
    const slow = [{ subject: `device:${device}`, deviceId: device, sentence: "slow" }];
    let found = slow;
    service.conditions.set("rtt_above", () => Promise.resolve(found));
    await turn();
    found = [];
    for (const state of ["down", "maintenance"] as const) {
      await becomes(target, state);
      await turn();
    }
    expect(await noticesOf(rule)).toHaveLength(1);
    await becomes(target, "up");
    await turn();
    expect(await textsOf(rule)).toEqual(["⚠️ slow", "✅ Over: slow"]);
  });

  test("changes nothing while it cannot be looked at, and holds no other rule up", async () => {
    const { device, target } = await givenWatched();
    const [rule, other] = [await givenRule({ event_type: "device_flapping" }), await givenRule()];
    service.conditions.set("device_flapping", () =>
      Promise.resolve([{ subject: `device:${device}`, deviceId: device, sentence: "flaps" }]),
    );
    await turn();
    service.conditions.set("device_flapping", () => Promise.reject(new Error("away")));
    await becomes(target, "down");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
    expect(await noticesOf(other)).toHaveLength(1);
    expect(await incidentsOf(device)).toMatchObject([{ status: "open" }]);
  });
});

describe("what features tell", () => {
  const tell = (sentence: string, deviceId: number | null = null) =>
    service.db.transaction((tx) =>
      putSignals(tx, [{ eventType: "new_device", subject: `device:${deviceId}`, deviceId, sentence }]),
    );

  test("is told by the rules of its type, once, and has no incident", async () => {
    const { device } = await givenWatched();
    const [rule, other] = [await givenRule({ event_type: "new_device" }), await givenRule()];
    await tell("printer (192.0.2.30) was seen for the first time", device);
    await turn();
    await turn();
    expect(await textsOf(rule)).toEqual(["⚠️ printer (192.0.2.30) was seen for the first time"]);
    expect(await noticesOf(other)).toEqual([]);
    expect(await incidentsOf(device)).toEqual([]);
    expect((await eventsOf(rule))[0]).toMatchObject({ status: "happened", incident_id: null });
  });

  test("in a transaction that is taken back is told to nobody", async () => {
    const rule = await givenRule({ event_type: "new_device" });
    await service.db
      .transaction(async (tx) => {
        await putSignals(tx, [{ eventType: "new_device", subject: "device:1", sentence: "never" }]);
        throw new Error("taken back");
      })
      .catch(() => undefined);
    await turn();
    expect(await eventsOf(rule)).toEqual([]);
  });
});
