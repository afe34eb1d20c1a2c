import { createHmac } from "node:crypto";
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { openNotifications, outboxJobs, putAlert } from "#features/notifications";
import { connectDatabase } from "#platform/database";
import { createEncryption } from "#platform/encryption";
import { createMetrics } from "#platform/metrics";
import { createQuarantine } from "#platform/outbox/quarantine";
import { OutboxWorker, type Delivery, type Result } from "#platform/outbox/worker";
import { addOutboxMetrics, createOutboxObserver } from "../../../src/metrics/outbox";
import { createTestService, MASTER_KEY } from "../../support/app";
import { startHttpServer } from "../../support/http-server";
import { startMailServer } from "../../support/mail-server";
import { passOutboxTime } from "../../support/outbox-time";
import { patient } from "../../support/patience";
import { atRunEnd } from "../../support/run-end";
import { waitFor } from "../../support/wait-for";
import { believedClock } from "../../support/deletion-clock";

// A day of attempts is some hundred of them.
setDefaultTimeout(patient(30_000));

/** Notices in a real database, delivered to real servers on loopback. */
const service = await createTestService();
const { database, notifications } = service;
const { db, sql } = database;
const log = pino({ level: "silent" });
const encryption = createEncryption(MASTER_KEY);
/** As another process has it. */
const second = connectDatabase(database.connection, { log, maxConnections: 4 });
afterAll(() => second.close());
const token = await service.tokenOf(await service.givenAdmin());

type Row = {
  id: number;
  state: string;
  attempts: number;
  detail: string;
  payload: string | null;
  pause: number;
  log: number;
};

async function givenProfile(url: string, config: Record<string, string> = {}): Promise<string> {
  const answer = await service.call("POST /api/v1/admin/notification-profiles", {
    token,
    body: { name: "Hook", provider: "webhook", config: { webhook_url: url, ...config } },
  });
  return `profile:${(answer.body as { id: number }).id}`;
}

const put = (target: string, title = "Alert") =>
  db.transaction((tx) => putAlert(notifications.outbox, tx, { target, title, text: "core-sw1 is down" }));

async function rowsOf(target: string): Promise<Row[]> {
  return sql<Row[]>`
    SELECT id::int, state, attempts, detail, payload, jsonb_array_length(attempt_log) AS log,
      extract(epoch FROM due_at - tried_at)::float8 AS pause
    FROM outbox WHERE destination = ${target} ORDER BY id`;
}

async function rowOf(target: string): Promise<Row> {
  const [row] = await rowsOf(target);
  if (row === undefined) throw new Error("no notice was written");
  return row;
}

const passes = (seconds: number) => passOutboxTime(sql, seconds);
const deliverDue = () => notifications.worker.deliverDue();

const quarantine = createQuarantine({ db, covers: () => true, onBegin: async () => undefined });

function givenWorker(
  deliver: (delivery: Delivery) => Promise<Result>,
  options: { on?: typeof sql; leaseSeconds?: number } = {},
) {
  const { on = sql, leaseSeconds } = options;
  return new OutboxWorker({
    sql: on,
    encryption,
    log,
    deliver,
    quarantine,
    ...(leaseSeconds !== undefined && { leaseSeconds }),
  });
}

describe("a notice", () => {
  test("is delivered once, signed and with its id, and its content is kept no longer", async () => {
    const server = startHttpServer();
    const target = await givenProfile(server.url, { webhook_secret: "whsec" });
    await put(target);
    expect((await rowOf(target)).payload).not.toContain("core-sw1");
    await deliverDue();
    await deliverDue();
    expect(server.received).toHaveLength(1);
    const [request] = server.received;
    const [, t = "", v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(request?.headers["x-netatlas-signature"] ?? "") ?? [];
    expect(v1).toBe(createHmac("sha256", "whsec").update(`${t}.${request?.body}`).digest("hex"));
    expect(Number(t)).toBeWithin(Date.now() / 1000 - 60, Date.now() / 1000 + 1);
    expect(JSON.parse(request?.body ?? "")).toEqual({ title: "Alert", message: "core-sw1 is down" });
    const [row] = await sql<{ deliveryId: string }[]>`
      SELECT delivery_id AS "deliveryId" FROM outbox WHERE destination = ${target}`;
    expect(request?.headers["x-netatlas-delivery"]).toBe(row?.deliveryId ?? "no row");
    expect(await rowOf(target)).toMatchObject({ state: "sent", attempts: 1, detail: "", payload: null });
  });

  test("of a cause that is rolled back is never sent", async () => {
    const server = startHttpServer();
    const target = await givenProfile(server.url);
    const cause = db.transaction(async (tx) => {
      await putAlert(notifications.outbox, tx, { target, title: "Alert", text: "x" });
      throw new Error("the cause fails");
    });
    expect(await cause.catch(String)).toContain("the cause fails");
    await deliverDue();
    expect(server.received).toEqual([]);
    expect(await rowsOf(target)).toEqual([]);
  });

  test.each([
    [500, {}, "HTTP 500", 8, 12.1],
    [429, { "Retry-After": "120" }, "HTTP 429", 120, 120.1],
    [503, { "Retry-After": new Date(Date.now() + 1e9).toUTCString() }, "HTTP 503", 3600, 3600.1],
    [302, { Location: "http://127.0.0.1:9/" }, "HTTP 302", 8, 12.1],
  ])(
    "that is answered %p %p waits, and is tried again under its id",
    async (status, headers, detail, from, to) => {
      const answers = [new Response("no", { status, headers })];
      const server = startHttpServer({ answer: () => answers.shift() ?? new Response() });
      const target = await givenProfile(server.url);
      await put(target);
      await deliverDue();
      const row = await rowOf(target);
      expect(row).toMatchObject({ state: "waiting", attempts: 1, detail });
      expect(row.pause).toBeWithin(from, to);
      await deliverDue();
      expect(server.received).toHaveLength(1);
      await passes(3601);
      await deliverDue();
      expect(await rowOf(target)).toMatchObject({ state: "sent", attempts: 2, log: 2 });
      const ids = server.received.map((request) => request.headers["x-netatlas-delivery"]);
      expect(new Set(ids).size).toBe(1);
      expect(ids).toHaveLength(2);
    },
  );

  test("is tried for a day, then given up until it is sent again", async () => {
    let status = 500;
    const server = startHttpServer({ answer: () => new Response("no", { status }) });
    const target = await givenProfile(server.url);
    await put(target);
    let hours = 0;
    await deliverDue();
    for (; (await rowOf(target)).state === "waiting" && hours < 100; hours += 0.25) {
      await passes(900);
      await deliverDue();
    }
    expect(hours).toBeWithin(22.5, 24.3);
    const dead = await rowOf(target);
    expect(dead).toMatchObject({ state: "dead", log: 10 });
    // Its profile is in quarantine after one hour or two, and tried four times an hour; without, it were 30 times in all.
    expect(server.received.length).toBeWithin(72, 110);
    await passes(7200);
    await deliverDue();
    expect((await rowOf(target)).attempts).toBe(dead.attempts);

    status = 200;
    const path = `POST /api/v1/alerts/deliveries/${dead.id}/resend`;
    expect(await service.call(path, { token })).toMatchObject({ status: 200, body: { status: "waiting" } });
    await deliverDue();
    expect(await rowOf(target)).toMatchObject({ state: "sent", payload: null });
    const ids = server.received.map((request) => request.headers["x-netatlas-delivery"]);
    expect(new Set(ids).size).toBe(1);
    expect(await service.call(path, { token })).toMatchObject({ status: 409 });
    const [audit] = await sql<{ detail: string }[]>`
      SELECT detail FROM audit_log WHERE action = 'alerts.delivery_sent_again' AND target = ${`notification_delivery:${dead.id}`}`;
    expect(audit?.detail).toContain(`target=${target}`);
  });

  test("to a profile that is switched off or gone is given up at once", async () => {
    await put("profile:999999");
    await deliverDue();
    const detail = "Notification profile 999999 was not found";
    expect(await rowOf("profile:999999")).toMatchObject({ state: "dead", detail, attempts: 1 });
  });

  test("that is worth nothing any more is not sent, and its content goes", async () => {
    const target = await givenProfile("http://127.0.0.1:9/");
    const notice = { kind: "account", destination: target, subject: "Link", payload: "secret" };
    await notifications.outbox.put(db, { ...notice, usefulForSeconds: 3600 });
    await passes(3601);
    await deliverDue();
    expect(await rowOf(target)).toMatchObject({
      state: "dead",
      detail: "It came too late to be of use",
      payload: null,
    });
    const { id } = await rowOf(target);
    const again = await service.call(`POST /api/v1/alerts/deliveries/${id}/resend`, { token });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: "The content of the delivery was not kept" },
    });
  });
});

describe("destinations", () => {
  test("do not delay each other: one that hangs holds two attempts, and the others go on", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const hanging = startHttpServer({ answer: () => promise });
    const healthy = startHttpServer();
    const [slow, quick] = [await givenProfile(hanging.url), await givenProfile(healthy.url)];
    for (let number = 0; number < 40; number++) await put(slow);
    for (let number = 0; number < 5; number++) await put(quick);
    notifications.worker.start();
    await waitFor("the others to be delivered", () => healthy.received.length === 5);
    expect(hanging.received).toHaveLength(2);
    expect(notifications.worker.check().ok).toBe(true);
    resolve(new Response());
    await notifications.worker.stop();
  });
});

describe("processes that share a database", () => {
  test("deliver each notice once between them", async () => {
    const got: string[] = [];
    const deliver = async ({ deliveryId, destination }: Delivery): Promise<Result> => {
      if (destination.startsWith("shared-")) got.push(deliveryId);
      await Bun.sleep(1);
      return { isSent: true };
    };
    for (let number = 0; number < 60; number++) await put(`shared-${number % 6}`);
    const workers = [givenWorker(deliver), givenWorker(deliver, { on: second.sql })];
    await Promise.all(workers.map((worker) => worker.deliverDue()));
    await Promise.all(workers.map((worker) => worker.deliverDue()));
    expect(got).toHaveLength(60);
    expect(new Set(got).size).toBe(60);
  });

  test("take over what one had that is gone, under the same id; its own late word counts for nothing", async () => {
    const got: string[] = [];
    const { promise: cut, resolve: end } = Promise.withResolvers<Result>();
    const gone = givenWorker(
      async ({ deliveryId, destination }) => {
        if (destination !== "taken-over") return { isSent: true };
        got.push(deliveryId);
        return cut;
      },
      { leaseSeconds: 0.5 },
    );
    await put("taken-over");
    const late = gone.deliverDue();
    await waitFor("the first attempt", () => got.length === 1);
    const other = givenWorker(
      async ({ deliveryId, destination }) => {
        if (destination === "taken-over") got.push(deliveryId);
        return { isSent: true };
      },
      { on: second.sql },
    );
    await other.deliverDue();
    expect(got).toHaveLength(1);
    await waitFor("the end of the lease", async () => {
      await other.deliverDue();
      return got.length === 2;
    });
    expect(got[1]).toBe(got[0] ?? "nothing");
    end({ isSent: false, detail: "too late" });
    await late;
    expect(await rowOf("taken-over")).toMatchObject({ state: "sent", attempts: 1, detail: "" });
  });

  test("deliver again, under the same id, what was delivered but not marked", async () => {
    const server = startHttpServer();
    const target = await givenProfile(server.url);
    await put(target);
    await deliverDue();
    const [first] = server.received;
    // What a crash between the answer and the mark leaves behind.
    await sql`
      UPDATE outbox SET state = 'waiting', attempts = 0, payload = ${encryption.encrypt('{"title":"Alert","text":"x"}')},
        leased_until = now() + interval '15 seconds', due_at = now() WHERE destination = ${target}`;
    await deliverDue();
    expect(server.received).toHaveLength(1);
    await passes(16);
    await deliverDue();
    expect(server.received).toHaveLength(2);
    expect(server.received[1]?.headers["x-netatlas-delivery"]).toBe(
      first?.headers["x-netatlas-delivery"] ?? "",
    );
  });
});

test("a delivery that takes longer than a lease is not taken over while its process lives", async () => {
  let count = 0;
  const deliver = async ({ destination }: Delivery): Promise<Result> => {
    if (destination !== "long") return { isSent: true };
    count += 1;
    await Bun.sleep(2000);
    return { isSent: true };
  };
  await put("long");
  const worker = givenWorker(deliver, { leaseSeconds: 0.9 });
  const other = givenWorker(deliver, { on: second.sql, leaseSeconds: 0.9 });
  worker.start();
  await waitFor("the attempt", () => count === 1);
  while ((await rowOf("long")).state === "waiting") {
    await other.deliverDue();
    await Bun.sleep(50);
  }
  await worker.stop();
  expect(count).toBe(1);
  expect(await rowOf("long")).toMatchObject({ state: "sent", attempts: 1 });
});

test("a mail about an account outlives a mail server that is away, and has one Message-ID", async () => {
  const server = await startMailServer();
  atRunEnd(() => server.close());
  const { worker } = openNotifications({
    database,
    encryption,
    log,
    blocksPrivateTargets: false,
    caFile: undefined,
    mailCaFile: server.caFile,
  });
  const set = (body: object) => service.call("PUT /api/v1/admin/notification-settings", { token, body });
  await set({ smtp_host: "localhost", smtp_port: "9" });
  const mail = {
    to: "alice@example.com",
    subject: "Reset",
    text: "https://atlas.example.com/?reset_token=abc",
  };
  await notifications.accountMail.put(db, mail, { usefulForSeconds: 3600 });
  await worker.deliverDue();
  const waiting = await rowOf("account-mail");
  expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
  expect(waiting.detail).toContain("the connection was refused");
  expect(waiting.payload).not.toContain("reset_token");
  await set({ smtp_port: String(server.port) });
  await passes(15);
  await worker.deliverDue();
  expect(await rowOf("account-mail")).toMatchObject({ state: "sent", payload: null });
  const [row] = await sql<{ deliveryId: string }[]>`
    SELECT delivery_id AS "deliveryId" FROM outbox WHERE destination = 'account-mail'`;
  expect(server.received).toMatchObject([{ to: ["alice@example.com"] }]);
  expect(server.received[0]?.text).toContain("reset_token=abc");
  expect(server.received[0]?.raw).toContain(`Message-ID: <${row?.deliveryId}@netatlas>`);
});

test("metrics tell what waits, what was given up, and what attempts came to", async () => {
  const metrics = createMetrics();
  addOutboxMetrics(metrics, db);
  const observer = createOutboxObserver(metrics);
  observer.onAttempt("delivered");
  await sql`DELETE FROM outbox`;
  expect(await metrics.registry.metrics()).not.toMatch(/^netatlas_outbox_oldest_seconds \d/m);
  await put("counted");
  await passes(100);
  const text = await metrics.registry.metrics();
  expect(text).toContain('netatlas_outbox_notices{state="waiting"} 1\n');
  expect(text).toContain('netatlas_outbox_notices{state="dead"} 0\n');
  expect(text).toMatch(/^netatlas_outbox_oldest_seconds 10\d/m);
  expect(text).toContain('netatlas_outbox_attempts_total{result="delivered"} 1\n');
});

test("what waits goes out at once, and is of use for as long as it was, where the clock was set back by hours", async () => {
  const sees: string[] = [];
  const server = startHttpServer({
    answer: () => new Response("no", { status: sees.push("tried") > 1 ? 200 : 503 }),
  });
  const target = await givenProfile(server.url);
  await put(target);
  await deliverDue();
  await sql`UPDATE outbox SET expires_at = now() + interval '1 hour' WHERE destination = ${target}`;
  await passes(-5 * 3600);
  await deliverDue();
  expect(sees).toHaveLength(1);
  for (const job of outboxJobs({ db, deletions: await believedClock() }))
    await job.run({ token: 1, signal: new AbortController().signal });
  const [row] = await sql<{ minutes: number; tried: number }[]>`
    SELECT extract(epoch FROM expires_at - now())::float8 / 60 AS minutes,
      extract(epoch FROM now() - tried_from)::float8 AS tried FROM outbox WHERE destination = ${target}`;
  expect(row?.minutes).toBeWithin(55, 61);
  // The machine's own clock may be set back a little, too.
  expect(row?.tried).toBeWithin(-1, 60);
  await deliverDue();
  expect(await rowsOf(target)).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("readiness turns where nobody looks for notices any more", () => {
  let nowMs = 0;
  const deliver = async (): Promise<Result> => ({ isSent: true });
  const worker = new OutboxWorker({ sql, encryption, log, deliver, quarantine, clock: () => nowMs });
  nowMs = 59_000;
  expect(worker.check().ok).toBe(true);
  nowMs = 61_000;
  expect(worker.check()).toMatchObject({ ok: false });
});

test("what is sent or given up is kept for thirty days, what waits for as long as it does", async () => {
  const lease = { token: 1, signal: new AbortController().signal };
  const deletions = await believedClock();
  const clean = () => Promise.all(outboxJobs({ db, deletions }).map((job) => job.run(lease)));
  const target = await givenProfile(startHttpServer().url);
  await put(target);
  await deliverDue();
  await put("waits-for-ever");
  await passes(29 * 86_400);
  await clean();
  expect(await rowsOf(target)).toHaveLength(1);
  await passes(2 * 86_400);
  await clean();
  expect(await rowsOf(target)).toEqual([]);
  expect(await rowsOf("waits-for-ever")).toHaveLength(1);
});
