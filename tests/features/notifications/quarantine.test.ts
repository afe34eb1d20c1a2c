import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import pino from "pino";
import { z } from "zod";
import { openNotifications, outboxJobs, putAlert } from "#features/notifications";
import { connectDatabase } from "#platform/database";
import { createEncryption } from "#platform/encryption";
import { NotificationProfileRead } from "../../../src/features/notifications/profile-models";
import { createTestService, MASTER_KEY } from "../../support/app";
import { startHttpServer } from "../../support/http-server";
import { passOutboxTime } from "../../support/outbox-time";
import { believedClock } from "../../support/deletion-clock";

/** Destinations that have failed for long, and what becomes of what waits for them. */
const service = await createTestService();
const { database, notifications } = service;
const { db, sql } = database;
const log = pino({ level: "silent" });
const second = connectDatabase(database.connection, { log, maxConnections: 4 });
afterAll(() => second.close());
const token = await service.tokenOf(await service.givenAdmin());

const PROFILES = "/api/v1/admin/notification-profiles";
const SETTINGS = "/api/v1/admin/notification-settings";
const MINUTES = 60;

const passes = (seconds: number) => passOutboxTime(sql, seconds);
const deliverDue = () => notifications.worker.deliverDue();
const put = (target: string, title = "Alert") =>
  putAlert(notifications.outbox, db, { target, title, text: "core-sw1 is down" });

beforeEach(async () => {
  await sql`DELETE FROM notification_profiles; DELETE FROM outbox; DELETE FROM outbox_destinations`.simple();
});

/** A profile whose server answers as `status` says at that moment. */
async function givenHook(
  name: string,
  status: (body: string) => number = () => 200,
  headers: Record<string, string> = {},
) {
  const server: ReturnType<typeof startHttpServer> = startHttpServer({
    answer: () => new Response("no", { status: status(server.received.at(-1)?.body ?? ""), headers }),
  });
  const body = { name, provider: "webhook", config: { webhook_url: server.url } };
  const answer = await service.call(`POST ${PROFILES}`, { token, body });
  const { id } = NotificationProfileRead.parse(answer.body);
  return { id, target: `profile:${id}`, received: server.received };
}

async function quarantineOf(id: number) {
  const { body } = await service.call(`GET ${PROFILES}`, { token });
  return z
    .array(NotificationProfileRead)
    .parse(body)
    .find((profile) => profile.id === id)?.quarantine;
}

/** Its last attempts failed, as often and for as long as is asked for. */
async function givenFailed(target: string, { failures = 10, minutes = 31 } = {}): Promise<void> {
  await sql`DELETE FROM outbox_destinations WHERE destination = ${target}`;
  await sql`
    INSERT INTO outbox_destinations (destination, failures, failing_since, failed_at, detail)
    VALUES (${target}, ${failures}, now() - make_interval(mins => ${minutes}), now(), 'HTTP 500')`;
}

async function givenQuarantined(target: string): Promise<void> {
  await givenFailed(target);
  await sql`
    UPDATE outbox_destinations SET quarantined_at = now(), probe_at = now() + interval '15 minutes'
    WHERE destination = ${target}`;
}

const statesOf = async (target: string) => {
  const rows = await sql<{ state: string }[]>`
    SELECT state FROM outbox WHERE destination = ${target} ORDER BY id`;
  return rows.map(({ state }) => state);
};

describe("a profile that fails and fails", () => {
  test("is in quarantine after ten attempts and half an hour, says so, and the others are told once", async () => {
    let status = 503;
    const failing = await givenHook("Night shift", () => status);
    const other = await givenHook("Operators");
    const off = await givenHook("Switched off");
    await service.call(`PATCH ${PROFILES}/${off.id}`, { token, body: { enabled: false } });
    await put(failing.target);
    let seconds = 0;
    for (; (await quarantineOf(failing.id)) === null && seconds < 24 * 3600; seconds += MINUTES) {
      await deliverDue();
      await passes(MINUTES);
    }
    expect(failing.received.length).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeWithin(30 * MINUTES, 4 * 3600);
    expect(await quarantineOf(failing.id)).toMatchObject({ detail: "HTTP 503" });

    await deliverDue();
    expect(other.received.map(({ body }) => JSON.parse(body))).toEqual([
      {
        title: "The notification profile Night shift delivers nothing",
        message: expect.stringMatching(
          /^Every attempt since \d{4}-\d\d-\d\d \d\d:\d\d UTC has failed: HTTP 503\./,
        ),
        severity: "warning",
        group_key: `quarantine:${failing.target}`,
      },
    ]);
    expect(off.received).toEqual([]);

    const before = failing.received.length;
    for (let number = 0; number < 3; number++) await put(failing.target);
    await passes(13 * MINUTES);
    await deliverDue();
    expect(failing.received).toHaveLength(before);
    for (let probe = 1; probe <= 3; probe++) {
      await passes(15 * MINUTES);
      await deliverDue();
      expect(failing.received).toHaveLength(before + probe);
    }
    status = 200;
    await passes(15 * MINUTES);
    await deliverDue();
    expect(await statesOf(failing.target)).toEqual(["sent", "sent", "sent", "sent"]);
    expect(failing.received).toHaveLength(before + 3 + 4);
    expect(await quarantineOf(failing.id)).toBeNull();
    expect(other.received).toHaveLength(1);
  });

  test.each([
    ["nine attempts", { failures: 8, minutes: 600 }, true],
    ["ten attempts in a moment", { failures: 9, minutes: 29 }, true],
    ["ten attempts", { failures: 9, minutes: 31 }, false],
  ])("is none of these after %s", async (_, failed, isFree) => {
    const hook = await givenHook("Hook", () => 500);
    await givenFailed(hook.target, failed);
    await put(hook.target);
    await deliverDue();
    expect((await quarantineOf(hook.id)) === null).toBe(isFree);
  });

  test("is tried in time, and counts as failing from then on, where the clock was set back by hours", async () => {
    const hook = await givenHook("Hook", () => 500);
    await givenQuarantined(hook.target);
    await put(hook.target);
    await passes(-5 * 3600);
    await deliverDue();
    expect(hook.received).toHaveLength(1);
    const [row] = await sql<{ seconds: number }[]>`
      SELECT extract(epoch FROM now() - failing_since)::float8 AS seconds FROM outbox_destinations WHERE destination = ${hook.target}`;
    expect(row?.seconds).toBeWithin(0, 60);
  });

  test("has a clean slate after one success", async () => {
    const hook = await givenHook("Hook");
    await givenFailed(hook.target, { failures: 9 });
    await put(hook.target);
    await deliverDue();
    expect(await sql`SELECT 1 FROM outbox_destinations`).toHaveLength(0);
  });
});

describe("in quarantine", () => {
  test("a notice that is never taken does not stand before the others", async () => {
    const hook = await givenHook("Hook", (body) => (body.includes("poison") ? 400 : 200));
    await put(hook.target, "poison");
    await deliverDue();
    await givenQuarantined(hook.target);
    await put(hook.target, "good");
    for (let probe = 0; probe < 2; probe++) {
      await passes(16 * MINUTES);
      await deliverDue();
    }
    expect(await statesOf(hook.target)).toEqual(["waiting", "sent"]);
    expect(await quarantineOf(hook.id)).toBeNull();
  });

  test("the pause that the other side asks for is kept, up to an hour", async () => {
    const hook = await givenHook("Hook", () => 429, { "Retry-After": "2400" });
    await givenQuarantined(hook.target);
    await put(hook.target);
    await passes(16 * MINUTES);
    await deliverDue();
    await passes(39 * MINUTES);
    await deliverDue();
    expect(hook.received).toHaveLength(1);
    const { body } = await service.call("GET /api/v1/alerts/deliveries", { token });
    const quarantine = await quarantineOf(hook.id);
    expect(body).toMatchObject([{ next_attempt_at: quarantine?.next_attempt_at }]);
    await passes(2 * MINUTES);
    await deliverDue();
    expect(hook.received).toHaveLength(2);
  });

  test("two processes send one notice between them", async () => {
    const hook = await givenHook("Hook", () => 500);
    await givenQuarantined(hook.target);
    for (let number = 0; number < 4; number++) await put(hook.target);
    await passes(16 * MINUTES);
    const { worker } = openNotifications({
      database: { ...database, ...second },
      encryption: createEncryption(MASTER_KEY),
      log,
      blocksPrivateTargets: false,
      caFile: undefined,
      mailCaFile: undefined,
    });
    await Promise.all([worker.deliverDue(), deliverDue()]);
    expect(hook.received).toHaveLength(1);
  });

  test("what waits for a day is given up without an attempt, and can be sent again", async () => {
    const hook = await givenHook("Hook", () => 500);
    await givenQuarantined(hook.target);
    for (let number = 0; number < 3; number++) await put(hook.target);
    await passes(24 * 3600 + MINUTES);
    await put(hook.target);
    await deliverDue();
    expect(hook.received).toHaveLength(1);
    expect(await statesOf(hook.target)).toEqual(["dead", "dead", "dead", "waiting"]);
    const { body } = await service.call("GET /api/v1/alerts/deliveries?status=failed", { token });
    expect(body).toMatchObject([
      { can_resend: true, detail: "In quarantine: HTTP 500", attempts: 0 },
      { can_resend: true },
      { can_resend: true },
    ]);
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ["a test message that arrives", (id) => service.call(`POST ${PROFILES}/${id}/test`, { token })],
    [
      "a change of the profile",
      (id) => service.call(`PATCH ${PROFILES}/${id}`, { token, body: { name: "Repaired" } }),
    ],
  ])("%s ends it, and what waits goes out", async (_, end) => {
    const hook = await givenHook("Hook");
    await givenQuarantined(hook.target);
    await put(hook.target);
    await deliverDue();
    expect(hook.received).toEqual([]);
    await end(hook.id);
    await deliverDue();
    expect(await statesOf(hook.target)).toEqual(["sent"]);
    expect(await quarantineOf(hook.id)).toBeNull();
  });

  test("a test message that fails ends nothing, and a profile that is deleted leaves nothing", async () => {
    const hook = await givenHook("Hook", () => 500);
    await givenQuarantined(hook.target);
    await put(hook.target);
    await service.call(`POST ${PROFILES}/${hook.id}/test`, { token });
    expect(await quarantineOf(hook.id)).not.toBeNull();
    await service.call(`DELETE ${PROFILES}/${hook.id}`, { token });
    await deliverDue();
    expect(await statesOf(hook.target)).toEqual(["dead"]);
    expect(await sql`SELECT 1 FROM outbox_destinations`).toHaveLength(0);
  });

  test("a channel of the settings says so, until what is set for it is changed", async () => {
    await givenQuarantined("ntfy");
    await givenQuarantined("smtp");
    const read = async () => (await service.call(`GET ${SETTINGS}`, { token })).body;
    expect(await read()).toMatchObject({
      quarantines: { ntfy: { detail: "HTTP 500" }, smtp: { detail: "HTTP 500" } },
    });
    const { body } = await service.call(`PUT ${SETTINGS}`, { token, body: { smtp_port: "25" } });
    expect(z.looseObject({ quarantines: z.looseObject({}) }).parse(body).quarantines).not.toHaveProperty(
      "smtp",
    );
    expect(await read()).toMatchObject({ quarantines: { ntfy: { detail: "HTTP 500" } } });
  });
});

test("a mail to a user that the mail server refuses is no trouble of the others", async () => {
  await service.call(`PUT ${SETTINGS}`, { token, body: { smtp_host: "127.0.0.1", smtp_port: "9" } });
  await givenFailed("account-mail", { failures: 50, minutes: 600 });
  await notifications.accountMail.put(db, { to: "alice@example.com", subject: "Hello", text: "x" });
  await deliverDue();
  const [row] = await sql`SELECT failures, quarantined_at FROM outbox_destinations`;
  expect(row).toMatchObject({ failures: 50, quarantined_at: null });
});

test("a destination that nothing has gone to for thirty days is forgotten", async () => {
  await givenFailed("profile:1");
  const lease = { token: 1, signal: new AbortController().signal };
  const deletions = await believedClock();
  const clean = () => Promise.all(outboxJobs({ db, deletions }).map((job) => job.run(lease)));
  await clean();
  expect(await sql`SELECT 1 FROM outbox_destinations`).toHaveLength(1);
  await passes(31 * 86_400);
  await clean();
  expect(await sql`SELECT 1 FROM outbox_destinations`).toHaveLength(0);
});
