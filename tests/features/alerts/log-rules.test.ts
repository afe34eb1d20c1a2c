import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { PatternMatches } from "#features/syslog";
import { createLogRateCondition } from "../../../src/features/alerts/conditions/log-rate";
import { createLogWatch } from "../../../src/features/alerts/log-rules/patterns";
import { createAlertService, EVENTS, RULES } from "./alert-service";

/** Rules on log lines: what collectors have found is given as they give it. */
const service = await createAlertService();
const { db, sql, turn, passes, noticesOf, givenWatched } = service;
afterAll(service.close);
const admin = await service.tokenOf(await service.givenAdmin());
const watch = createLogWatch(db);

beforeEach(async () => {
  await sql`DELETE FROM alert_rules`;
  await sql`DELETE FROM alert_log_matches`;
  await sql`DELETE FROM devices`;
});

type Rule = { id: number; name: string };

async function givenLogRule(fields: Record<string, unknown> = {}): Promise<Rule> {
  const body = { name: "Failed logins", event_type: "log_pattern", log_query: "failed", channels: ["ntfy"] };
  const answer = await service.call(`POST ${RULES}`, { token: admin, body: { ...body, ...fields } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as Rule;
}

const MINUTE_MS = 60_000;

/** A range of a journal in which `senders` have sent so many lines each. */
function found(rule: Rule, senders: Record<string, number>, agoMinutes = 0): PatternMatches {
  const at = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - agoMinutes * MINUTE_MS);
  const lines = Object.values(senders).reduce((sum, count) => sum + count, 0);
  return {
    pattern: rule.id,
    collector: "c1",
    rangeStart: 0,
    rangeEnd: lines,
    lines,
    minutes: [{ at, lines }],
    senders: Object.entries(senders).map(([sender, count]) => ({ sender, lines: count })),
    otherSenders: 0,
    first: Object.keys(senders).map((sender, index) => ({
      id: index + 1,
      receivedAtMicros: at.getTime() * 1000,
      sender,
      host: null,
      raw: `<38>sshd: failed password from ${sender}`,
    })),
  };
}

async function stored(...matches: PatternMatches[]): Promise<void> {
  await db.transaction((tx) => watch.onStored(tx, matches));
  await turn();
}

const eventsOf = async (rule: Rule, token = admin) =>
  (await service.call(`GET ${EVENTS}?rule_id=${rule.id}`, { token })).body as {
    message: string;
    subject: string;
    lines: { text: string }[] | null;
    device_id: number | null;
  }[];
const messagesOf = async (rule: Rule) => (await eventsOf(rule)).map(({ message }) => message).toReversed();

describe("a rule on lines that match", () => {
  test("is what collectors look for while it is in use", async () => {
    const rule = await givenLogRule();
    await givenLogRule({ enabled: false });
    await givenLogRule({ event_type: "sender_silent", log_query: null });
    expect(await watch.readPatterns()).toEqual([{ id: rule.id, query: "failed" }]);
  });

  test("tells of the first line, with who sent it, and not again within its pause", async () => {
    const { device } = await givenWatched({ displayName: "fw-1", ipAddress: "192.0.2.1" });
    const rule = await givenLogRule();
    await stored(found(rule, { "192.0.2.1": 1 }));
    await stored(found(rule, { "192.0.2.1": 1 }));
    expect(await eventsOf(rule)).toMatchObject([
      { message: "1 log line matched, from fw-1 (192.0.2.1)", subject: `log:${rule.id}`, device_id: device },
    ]);
    await passes(31 * 60);
    await stored(found(rule, { "198.51.100.7": 1, "192.0.2.1": 2 }));
    expect((await messagesOf(rule)).at(-1)).toBe("5 log lines matched within 5 min");
  });

  test("tells of the next line, where the clock was set back by hours within its pause", async () => {
    const rule = await givenLogRule();
    await stored(found(rule, { "192.0.2.1": 1 }));
    await passes(-5 * 3600);
    await stored(found(rule, { "192.0.2.1": 1 }));
    expect(await eventsOf(rule)).toHaveLength(2);
  });

  test("counts what comes in pieces within its window, and forgets what is older", async () => {
    const rule = await givenLogRule({ log_lines: 5, log_window_minutes: 10 });
    await stored(found(rule, { a: 4 }, 15), found(rule, { a: 2 }, 4));
    await stored(found(rule, { a: 2 }));
    expect(await messagesOf(rule)).toEqual([]);
    await stored(found(rule, { a: 1 }));
    expect(await messagesOf(rule)).toEqual(["5 log lines matched within 10 min, from a"]);
    const [{ minutes } = { minutes: 0 }] = await sql<{ minutes: number }[]>`
      SELECT count(*)::int AS minutes FROM alert_log_counts WHERE minute < now() - interval '12 minutes'`;
    expect(minutes).toBe(0);
  });

  test("counts each sender by itself where it says so", async () => {
    const rule = await givenLogRule({ log_lines: 3, per_sender: true });
    await stored(found(rule, { "192.0.2.1": 2, "192.0.2.2": 2 }));
    expect(await messagesOf(rule)).toEqual([]);
    await stored(found(rule, { "192.0.2.2": 1, "192.0.2.3": 1 }));
    expect(await eventsOf(rule)).toMatchObject([
      {
        message: "3 log lines matched within 5 min, from 192.0.2.2",
        subject: "sender:192.0.2.2",
        lines: [{ text: "<38>sshd: failed password from 192.0.2.2" }],
      },
    ]);
  });

  test("of a scope counts the lines of its devices alone", async () => {
    await givenWatched({ ipAddress: "192.0.2.1", tags: ["edge"] });
    await givenWatched({ ipAddress: "192.0.2.2" });
    const rule = await givenLogRule({ log_lines: 3, scope: { tags: ["edge"] } });
    await stored(found(rule, { "192.0.2.1": 2, "192.0.2.2": 9, "192.0.2.3": 9 }));
    expect(await messagesOf(rule)).toEqual([]);
    await stored(found(rule, { "192.0.2.1": 1 }));
    expect(await messagesOf(rule)).toHaveLength(1);
  });

  test("of a device or a scope shows neither the lines nor the senders of others", async () => {
    const { device } = await givenWatched({ displayName: "fw-1", ipAddress: "192.0.2.1", tags: ["edge"] });
    const given = [{ device_id: device }, { scope: { tags: ["edge"] } }];
    for (const about of given) {
      const rule = await givenLogRule(about);
      await stored(found(rule, { "192.0.2.2": 9, "192.0.2.1": 1 }));
      expect(await eventsOf(rule)).toMatchObject([
        {
          message: "1 log line matched, from fw-1 (192.0.2.1)",
          device_id: device,
          lines: [{ text: "<38>sshd: failed password from 192.0.2.1" }],
        },
      ]);
    }
  });

  test("finds nothing while it rests, which is not told afterwards either", async () => {
    const hours = (days: string[]) => ({
      time_zone: "UTC",
      windows: [{ days, begins: "00:00", ends: "24:00" }],
    });
    const week = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    const today = new Date().getUTCDay();
    const rule = await givenLogRule({ schedule: hours([week[(today + 3) % 7] ?? ""]) });
    await stored(found(rule, { a: 1 }));
    expect(await messagesOf(rule)).toEqual([]);
    await service.call(`PATCH ${RULES}/${rule.id}`, { token: admin, body: { schedule: hours(week) } });
    await turn();
    expect(await messagesOf(rule)).toEqual([]);
    await stored(found(rule, { a: 1 }));
    expect(await messagesOf(rule)).toHaveLength(1);
  });

  test("begins anew when it asks for something else, and bears what comes after it is gone", async () => {
    const rule = await givenLogRule({ log_lines: 3 });
    await stored(found(rule, { a: 2 }));
    const changes = { log_query: "denied" };
    await service.call(`PATCH ${RULES}/${rule.id}`, { token: admin, body: changes });
    await stored(found(rule, { a: 2 }));
    expect(await messagesOf(rule)).toEqual([]);
    await service.call(`DELETE ${RULES}/${rule.id}`, { token: admin });
    await stored(found(rule, { a: 9 }));
    expect(await sql`SELECT 1 FROM alert_log_matches`).toHaveLength(0);
  });

  test("counts nothing of what is rolled back", async () => {
    const rule = await givenLogRule();
    const broken = db.transaction(async (tx) => {
      await watch.onStored(tx, [found(rule, { a: 1 })]);
      throw new Error("the range was not stored");
    });
    expect(broken).rejects.toThrow("not stored");
    await turn();
    expect(await messagesOf(rule)).toEqual([]);
  });
});

describe("a rule on how many lines match", () => {
  test("tells of a device or a scope whose lines it counts together", async () => {
    service.conditions.set("log_rate", createLogRateCondition());
    const { device } = await givenWatched({ ipAddress: "192.0.2.1", tags: ["edge"] });
    const given = [
      { about: { device_id: device }, device_id: device },
      { about: { scope: { tags: ["edge"] } }, device_id: null },
    ];
    for (const { about, device_id } of given) {
      const rule = await givenLogRule({ event_type: "log_rate", log_lines: 3, ...about });
      await stored(found(rule, { "192.0.2.1": 2, "192.0.2.2": 9 }));
      await turn();
      expect(await eventsOf(rule)).toEqual([]);
      await stored(found(rule, { "192.0.2.1": 1 }));
      await turn();
      expect(await eventsOf(rule)).toMatchObject([
        { message: "3 log lines within 5 min match: 3 or more", device_id },
      ]);
    }
    service.conditions.clear();
  });

  test("tells nothing of a device in maintenance, and is over by the lines, whether or not it answers", async () => {
    service.conditions.set("log_rate", createLogRateCondition());
    const { device, target } = await givenWatched({ ipAddress: "192.0.2.1" });
    const rule = await givenLogRule({ event_type: "log_rate", log_lines: 3, device_id: device });
    const statuses = async () => (await service.eventsOf(rule)).map(({ status }) => status).toReversed();
    await service.becomes(target, "maintenance");
    await stored(found(rule, { "192.0.2.1": 3 }));
    await turn();
    expect(await statuses()).toEqual([]);
    await service.becomes(target, "up");
    await turn();
    expect(await statuses()).toEqual(["firing"]);
    await sql`DELETE FROM alert_log_counts`;
    await service.becomes(target, "maintenance");
    await turn();
    expect(await statuses()).toEqual(["firing"]);
    await service.becomes(target, "down");
    await turn();
    expect(await statuses()).toEqual(["firing", "resolved"]);
    service.conditions.clear();
  });
});

describe("log lines", () => {
  test("are shown to those alone who may read them", async () => {
    const rule = await givenLogRule();
    await stored(found(rule, { a: 1 }));
    expect(await eventsOf(rule)).toMatchObject([{ lines: [{ text: "<38>sshd: failed password from a" }] }]);
    expect(await eventsOf(rule, service.viewerToken)).toMatchObject([{ lines: null }]);
  });

  test("go to channels alone that are marked for them", async () => {
    const given = async (carries: boolean) => {
      const body = { name: "Operators", provider: "webhook", carries_log_lines: carries };
      const answer = await service.call("POST /api/v1/admin/notification-profiles", { token: admin, body });
      return `profile:${(answer.body as { id: number }).id}`;
    };
    const [open, closed] = [await given(true), await given(false)];
    const rule = await givenLogRule({ channels: [open, closed, "ntfy"] });
    await stored(found(rule, { a: 1 }));
    const notices = new Map((await noticesOf(rule)).map((notice) => [notice.target, notice]));
    expect(notices.get(open)?.text).toEndWith("\n\n<38>sshd: failed password from a");
    expect(notices.get(open)?.events).toMatchObject([{ lines: [{ sender: "a" }] }]);
    for (const target of [closed, "ntfy"]) {
      expect(JSON.stringify(notices.get(target))).toContain("1 log line matched");
      expect(JSON.stringify(notices.get(target))).not.toContain("password");
    }
  });
});

describe("who writes such a rule", () => {
  test("must be allowed to read log lines", async () => {
    await service.call("POST /api/v1/admin/roles", { token: admin, body: { name: "Pager" } });
    const roles = { Pager: ["alert_write"] };
    await service.call("PUT /api/v1/admin/role-permissions", { token: admin, body: { roles } });
    const user = await service.givenUser({ role: "Pager" });
    const token = await service.tokenOf(user);
    const rule = await givenLogRule();
    const refused = { status: 403, body: { detail: "Rules on log lines need the permission security_view" } };
    const given = { name: "y", event_type: "log_pattern", log_query: "a" };
    expect(await service.call(`POST ${RULES}`, { token, body: given })).toMatchObject(refused);
    const change = (fields: unknown) => service.call(`PATCH ${RULES}/${rule.id}`, { token, body: fields });
    expect(await change({ channels: ["smtp"] })).toMatchObject(refused);
    expect(await change({ event_type: "device_offline" })).toMatchObject(refused);
    const other = await service.givenRule();
    const turned = { event_type: "sender_silent" };
    expect(await service.call(`PATCH ${RULES}/${other.id}`, { token, body: turned })).toMatchObject(refused);
    expect(await service.call(`PATCH ${RULES}/${other.id}`, { token, body: { name: "z" } })).toMatchObject({
      status: 200,
    });
    const tried = await service.call(`POST ${RULES}/dry-run`, { token, body: given });
    const reason = "Reading log lines takes the permission security_view";
    expect(tried).toMatchObject({ status: 200, body: { coverage: "none", reason } });
    const mine = await service.call(`POST ${RULES}/dry-run`, { token: admin, body: given });
    expect(mine).toMatchObject({ status: 200, body: { totals: { alerts: 0 }, things: { looked_at: 1 } } });
  });

  test.each([
    [{ log_query: null }, "log_query is required for log_pattern rules"],
    [{ event_type: "log_rate" }, "log_lines is required for log_rate rules"],
    [
      { event_type: "log_rate", log_lines: 3, log_comparison: "fewer_than", per_sender: true },
      "take sender_silent",
    ],
    [{ log_query: "x".repeat(501) }, "at most 500 characters"],
    [{ log_query: "src_ip:nowhere" }, "does not appear to be an IPv4 or IPv6 address"],
    [{ event_type: "sender_silent", sender: "fw-1" }, "'fw-1' does not appear to be an IPv4 or IPv6 address"],
  ])("is told what is wrong with %j", async (fields, text) => {
    const body = { name: "x", event_type: "log_pattern", log_query: "failed", ...fields };
    const answer = await service.call(`POST ${RULES}`, { token: admin, body });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(text);
  });
});
