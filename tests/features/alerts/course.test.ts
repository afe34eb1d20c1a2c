import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createAlertService, INCIDENTS, RULES } from "./alert-service";

/** What rules tell of what happens, on a real database, with the time between turns set by each test. */
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
  await sql`DELETE FROM alert_rules`;
  await sql`DELETE FROM devices`;
  await turn();
});

describe("a device that goes down and comes back", () => {
  test("is told once each way, with how long it lasted, and is one incident", async () => {
    const { device, target } = await givenWatched({ displayName: "core", ipAddress: "192.0.2.10" });
    const rule = await givenRule();
    await becomes(target, "down", "No answer");
    await turn();
    await turn();
    expect(await textsOf(rule)).toEqual(["⚠️ core (192.0.2.10) is now OFFLINE: No answer"]);
    expect(await incidentsOf(device)).toMatchObject([
      {
        status: "open",
        severity: "warning",
        title: "core (192.0.2.10) is now OFFLINE: No answer",
        alerts: 1,
      },
    ]);
    await sql`UPDATE incidents SET started_at = started_at - interval '125 minutes' WHERE target_id = ${target}`;
    await becomes(target, "up");
    await turn();
    await turn();
    expect((await textsOf(rule))[1]).toBe("✅ core (192.0.2.10) is back ONLINE after 2 h 5 min");
    const [down, up] = await noticesOf(rule);
    const link = `https://atlas.example.com/alerts?incident=${(await incidentsOf(device))[0]?.id}`;
    const groupKey = `rule:${rule.id} device:${device}`;
    expect(down).toMatchObject({ status: "firing", severity: "warning", groupKey, link });
    expect(up).toMatchObject({ status: "resolved", severity: "warning", groupKey, link });
    expect(await incidentsOf(device)).toMatchObject([{ status: "resolved", alerts: 1 }]);
    expect(await eventsOf(rule)).toMatchObject([
      { status: "resolved", device_id: device, event_type: "device_offline", notice: "sent" },
      { status: "firing", device_id: device, alert_rule_name: rule.name, notice: "sent" },
    ]);
  });

  test("is told to each channel of a rule, and by each rule", async () => {
    const { target } = await givenWatched();
    const [both, other] = [
      await givenRule({ channels: ["ntfy", "profile:7"] }),
      await givenRule({ severity: "critical" }),
    ];
    await becomes(target, "down");
    await turn();
    expect((await noticesOf(both)).map((notice) => notice.target)).toEqual(["ntfy", "profile:7"]);
    expect((await textsOf(other))[0]).toStartWith("🔴 ");
  });

  test("is not told where a rule is disabled, is about another device, or was made afterwards", async () => {
    const [{ target }, other] = [await givenWatched(), await givenWatched()];
    const silent = [await givenRule({ enabled: false }), await givenRule({ device_id: other.device })];
    await becomes(target, "down");
    await turn();
    silent.push(await givenRule());
    await turn();
    for (const rule of silent) expect(await eventsOf(rule)).toEqual([]);
  });

  test("is not told where it was known never to be up, as after a start", async () => {
    const device = await service.givenDevice({});
    const target = await service.givenTarget({ kind: "device", deviceId: device });
    const rule = await givenRule({ event_type: "any_status_change" });
    const back = await givenRule({ event_type: "device_online" });
    await becomes(target, "up");
    await turn();
    expect([...(await eventsOf(rule)), ...(await eventsOf(back))]).toEqual([]);
  });

  test("counts once though two processes ask the rules at the same moment", async () => {
    const watched = await Promise.all(Array.from({ length: 3 }, () => givenWatched()));
    const rule = await givenRule();
    for (const { target } of watched) await becomes(target, "down");
    const others = [service.otherWatch(), service.otherWatch(), service.otherWatch()];
    await Promise.all([turn(), ...others.map((watch) => watch.turn())]);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(3);
  });

  test("loses nothing where the transaction of a turn is cut off: the next one tells it", async () => {
    const { target } = await givenWatched();
    const rule = await givenRule();
    await becomes(target, "down");
    await sql`ALTER TABLE outbox ADD CONSTRAINT cut_off CHECK (kind <> 'alert') NOT VALID`;
    expect(await turn().catch(() => "cut off")).toBe("cut off");
    await sql`ALTER TABLE outbox DROP CONSTRAINT cut_off`;
    expect(await eventsOf(rule)).toEqual([]);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
  });
});

describe("what stands before trouble", () => {
  test("keeps it open without a word: unreachable, in maintenance, unknown", async () => {
    const { device, target } = await givenWatched();
    const rule = await givenRule();
    await becomes(target, "down");
    await turn();
    for (const state of ["unreachable", "maintenance", "unknown", "down"] as const) {
      await becomes(target, state);
      await turn();
    }
    expect(await noticesOf(rule)).toHaveLength(1);
    expect(await incidentsOf(device)).toMatchObject([{ status: "open" }]);
    await becomes(target, "up");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(2);
  });

  test("keeps what waits from being told while it stands there", async () => {
    const { target } = await givenWatched();
    const rule = await givenRule({ for_minutes: 5 });
    await becomes(target, "down");
    await turn();
    await becomes(target, "maintenance");
    await turn();
    await passes(600);
    await turn();
    expect(await eventsOf(rule)).toEqual([]);
    await becomes(target, "down");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
  });

  test("lets it go without a word where it is not watched any more", async () => {
    const { device, target } = await givenWatched();
    const rule = await givenRule();
    await becomes(target, "down");
    await turn();
    await becomes(target, "paused");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
    expect(await incidentsOf(device)).toMatchObject([{ status: "resolved" }]);
    expect((await eventsOf(rule))[0]).toMatchObject({ status: "resolved", notice: "none" });
  });
});

describe("a rule", () => {
  test("that wants five minutes tells nothing of three, and everything of six", async () => {
    const [short, long] = [await givenWatched(), await givenWatched()];
    const rule = await givenRule({ for_minutes: 5 });
    await becomes(short.target, "down");
    await becomes(long.target, "down");
    await turn();
    await passes(180);
    await becomes(short.target, "up");
    await turn();
    expect(await eventsOf(rule)).toEqual([]);
    await passes(180);
    await turn();
    expect((await eventsOf(rule)).map(({ device_id: device }) => device)).toEqual([long.device]);
    await becomes(long.target, "up");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(2);
  });

  test("fires when it has lasted, and after its pause, where the clock was set back by hours", async () => {
    const { target } = await givenWatched();
    const rule = await givenRule({ for_minutes: 10, cooldown_minutes: 30 });
    await becomes(target, "down");
    await turn();
    await passes(-5 * 3600);
    await turn();
    expect(await eventsOf(rule)).toEqual([]);
    await passes(601);
    await turn();
    expect(await eventsOf(rule)).toMatchObject([{ status: "firing" }]);
    await becomes(target, "up");
    await turn();
    await passes(-5 * 3600);
    await becomes(target, "down");
    await turn();
    await passes(601);
    await turn();
    expect((await eventsOf(rule)).filter(({ status }) => status === "firing")).toHaveLength(2);
  });

  test("pauses between two alerts about the same thing, and tells then what still lasts", async () => {
    const [{ target }, other] = [await givenWatched(), await givenWatched()];
    const rule = await givenRule({ cooldown_minutes: 30 });
    const round = async (state: "up" | "down") => {
      await becomes(target, state);
      await turn();
    };
    await round("down");
    await round("up");
    await round("down");
    await round("up");
    expect(await noticesOf(rule)).toHaveLength(2);
    await becomes(other.target, "down");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(3);
    await round("down");
    await passes(29 * 60);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(3);
    await passes(2 * 60);
    await turn();
    expect(await noticesOf(rule)).toHaveLength(4);
  });

  test("without recovery tells no end, and one without channels nothing; both are listed", async () => {
    const { device, target } = await givenWatched();
    const [once, mute] = [await givenRule({ notify_recovery: false }), await givenRule({ channels: [] })];
    for (const state of ["down", "up"] as const) {
      await becomes(target, state);
      await turn();
    }
    expect(await noticesOf(once)).toHaveLength(1);
    expect(await noticesOf(mute)).toEqual([]);
    expect((await eventsOf(mute)).map(({ notice }) => notice)).toEqual(["none", "none"]);
    expect(await incidentsOf(device)).toHaveLength(1);
  });

  test("of a scope hears of the devices that it fits, and of those below its group", async () => {
    const group = await service.send("POST /api/v1/topology/groups", { name: "core" });
    const groupId = (group.body as { id: number }).id;
    const [inside, outside] = [await givenWatched({ topologyGroupId: groupId }), await givenWatched()];
    const rule = await givenRule({ scope: { group_ids: [groupId] } });
    await becomes(inside.target, "down");
    await becomes(outside.target, "down");
    await turn();
    expect((await eventsOf(rule)).map(({ device_id: device }) => device)).toEqual([inside.device]);
  });

  test("that is about other things then forgets what lasts by it, without a word", async () => {
    const [{ device, target }, other] = [await givenWatched(), await givenWatched()];
    const rule = await givenRule();
    await becomes(target, "down");
    await turn();
    await send(`PATCH ${RULES}/${rule.id}`, { device_id: other.device });
    await turn();
    expect(await incidentsOf(device)).toMatchObject([
      { status: "resolved", resolution: "Not watched any more" },
    ]);
    await becomes(target, "up");
    await turn();
    expect(await noticesOf(rule)).toHaveLength(1);
  });

  test("that is removed leaves its events, and ends its incidents", async () => {
    const { device, target } = await givenWatched();
    const rule = await givenRule();
    await becomes(target, "down");
    await turn();
    expect((await send(`DELETE ${RULES}/${rule.id}`)).status).toBe(204);
    await turn();
    expect(await incidentsOf(device)).toMatchObject([{ status: "resolved" }]);
    const events =
      await sql`SELECT alert_rule_id, rule_name FROM alert_events WHERE rule_name = ${rule.name}`;
    expect([...events]).toEqual([{ alert_rule_id: null, rule_name: rule.name }]);
  });

  test.each([
    ["online", "down", "is now OFFLINE", "is back ONLINE"],
    ["offline", "up", "is ONLINE, which is not expected", "is OFFLINE again, as expected"],
  ] as const)("on devices that are not as expected (%s) tells of it", async (expected, bad, begins, ends) => {
    const { target, device } = await givenWatched();
    await sql`UPDATE devices SET expected_status = ${expected} WHERE id = ${device}`;
    const rule = await givenRule({ event_type: "device_unexpected_state" });
    const restored = await givenRule({ event_type: "device_expected_state_restored" });
    const good = bad === "up" ? "down" : "up";
    for (const state of [good, bad, good] as const) {
      await becomes(target, state);
      await turn();
    }
    const texts = await textsOf(rule);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain(begins);
    expect(texts[1]).toContain(ends);
    expect((await textsOf(restored)).at(-1)).toContain("is as expected again");
  });

  test("on services and monitors says which, and where", async () => {
    const { device } = await givenWatched({ displayName: "host", ipAddress: "192.0.2.20" });
    const check = await service.givenCheck({ device_id: device, label: "web" });
    const monitor = await service.givenMonitor({ name: "shop", url: "https://shop.example.com" });
    const targets = [
      await service.givenTarget({ kind: "service", deviceId: device, serviceCheckId: check.id }),
      await service.givenTarget({ kind: "monitor", monitorId: monitor.id }),
    ];
    const [ofService, ofMonitor] = [
      await givenRule({ event_type: "service_down", port_target_id: check.id }),
      await givenRule({ event_type: "monitor_down", monitor_id: monitor.id }),
    ];
    for (const target of targets) await becomes(target, "down");
    await turn();
    expect(await textsOf(ofService)).toEqual(["⚠️ web on host (192.0.2.20) is DOWN"]);
    expect(await textsOf(ofMonitor)).toEqual(['⚠️ Monitor "shop" (https://shop.example.com) is DOWN']);
  });
});

test("a merge of two devices gives rules and what was found to the one that stays; what lasts is forgotten", async () => {
  const [stays, goes] = [await givenWatched(), await givenWatched()];
  const rule = await givenRule({ device_id: goes.device });
  await becomes(goes.target, "down");
  await turn();
  const merge = `POST /api/v1/topology/devices/${stays.device}/merge`;
  expect((await send(merge, { other_device_id: goes.device })).status).toBe(200);
  await turn();
  expect((await send(`GET ${RULES}/${rule.id}`)).body).toMatchObject({ device_id: stays.device });
  expect((await eventsOf(rule)).map(({ device_id: device }) => device)).toEqual([stays.device]);
  expect(await incidentsOf(stays.device)).toMatchObject([{ status: "resolved" }]);
});

describe("one incident", () => {
  test("has what several rules tell of a device, and the gravest of their severities", async () => {
    const { device, target } = await givenWatched();
    await givenRule({ severity: "info" });
    await givenRule({ severity: "critical" });
    await givenRule({ event_type: "device_unexpected_state" });
    await becomes(target, "down");
    await turn();
    expect(await incidentsOf(device)).toMatchObject([{ severity: "critical", alerts: 3 }]);
  });

  test("is acknowledged by whoever may write rules, with a note, until it is over", async () => {
    const { device, target } = await givenWatched();
    await givenRule();
    await becomes(target, "down");
    await turn();
    const [incident] = await incidentsOf(device);
    const path = `POST ${INCIDENTS}/${incident?.id}/acknowledge`;
    expect((await service.call(path, { token: service.viewerToken, body: {} })).status).toBe(403);
    expect(await send(path, { note: "cable is ordered" })).toMatchObject({
      status: 200,
      body: { status: "acknowledged", acknowledged_by: service.user.username, note: "cable is ordered" },
    });
    await becomes(target, "up");
    await turn();
    expect((await send(path, {})).status).toBe(409);
    expect((await send(`POST ${INCIDENTS}/999999999/acknowledge`, {})).status).toBe(404);
  });
});
