import { beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { openNotifications, putAlert } from "#features/notifications";
import { createEncryption } from "#platform/encryption";
import { NotificationProfileRead } from "../../../src/features/notifications/profile-models";
import { createTestService, MASTER_KEY } from "../../support/app";
import { startHttpServer } from "../../support/http-server";
import { SERVICES, startNotificationService, type ServiceName } from "../../support/notification-services";
import { passOutboxTime } from "../../support/outbox-time";

/** Alerts from the transaction of their cause to the services that they go to. */
const service = await createTestService();
const { database, notifications } = service;
const { db, sql } = database;
const token = await service.tokenOf(await service.givenAdmin());
const logged: string[] = [];
const { worker } = openNotifications({
  database,
  encryption: createEncryption(MASTER_KEY),
  log: pino({ level: "trace" }, { write: (line) => void logged.push(line) }),
  blocksPrivateTargets: false,
  caFile: undefined,
  mailCaFile: undefined,
  timeoutMs: 150,
});

const TROUBLE = {
  title: "core-sw1 is down",
  text: "It does not answer",
  severity: "critical",
  groupKey: "incident:7",
  link: "https://atlas.example.com/alerts/7",
} as const;

const HOUR = 3601;

beforeEach(async () => {
  await sql`DELETE FROM notification_profiles; DELETE FROM outbox; DELETE FROM outbox_destinations`.simple();
});

async function givenProfile(provider: string, config: Record<string, string>): Promise<string> {
  const body = { name: provider, provider, config };
  const answer = await service.call("POST /api/v1/admin/notification-profiles", { token, body });
  return `profile:${NotificationProfileRead.parse(answer.body).id}`;
}

const put = (target: string, alert: Partial<Parameters<typeof putAlert>[2]> = {}) =>
  db.transaction((tx) => putAlert(notifications.outbox, tx, { ...TROUBLE, ...alert, target }));

const statesOf = async (target: string) => {
  const rows = await sql<{ state: string }[]>`
    SELECT state FROM outbox WHERE destination = ${target} ORDER BY id`;
  return rows.map(({ state }) => state);
};

/** PagerDuty's address is fixed: no profile leads to a server of ours. */
const NAMES = Object.keys(SERVICES).filter(
  (name): name is Exclude<ServiceName, "pagerduty"> => name in SERVICES && name !== "pagerduty",
);

test.each(NAMES)("an alert reaches %s by the outbox, after it was told to wait", async (name) => {
  const answers = [new Response("slow down", { status: 429, headers: { "Retry-After": "120" } })];
  const receiver = startNotificationService(name, {
    answer: () => answers.shift() ?? SERVICES[name].answer(),
  });
  const target = await givenProfile(name, receiver.config);
  await put(target, { status: "firing" });
  await worker.deliverDue();
  await passOutboxTime(sql, 100);
  await worker.deliverDue();
  expect(receiver.received).toHaveLength(1);
  await passOutboxTime(sql, 21);
  await worker.deliverDue();
  expect(await statesOf(target)).toEqual(["sent"]);
  expect(receiver.trouble()).toBeUndefined();
  const ids = receiver.received.map(({ headers }) => headers["x-netatlas-delivery"]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(receiver.received[1]?.body).toContain(TROUBLE.link);
});

test("a webhook that fails twice, then hangs, then answers 410, gets the alert once it is well, and nobody its secrets", async () => {
  const hangs = new Promise<Response>(() => undefined);
  const answers = [500, 503, hangs, 410, 200].map((answer) =>
    answer instanceof Promise ? answer : new Response("s3cret-of-theirs", { status: answer }),
  );
  const server = startHttpServer({ answer: () => answers.shift() ?? new Response(null, { status: 500 }) });
  const target = await givenProfile("webhook", {
    webhook_url: `${server.url}/hook/s3cret-path`,
    webhook_token: "s3cret-token",
    webhook_secret: "s3cret-key",
  });
  await put(target);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await worker.deliverDue();
    expect(server.received).toHaveLength(attempt);
    await passOutboxTime(sql, HOUR);
  }
  const answer = await service.call("GET /api/v1/alerts/deliveries", { token });
  expect(answer.body).toMatchObject([
    {
      status: "sent",
      attempts: 5,
      attempt_log: [
        { detail: "HTTP 500" },
        { detail: "HTTP 503" },
        { detail: "Error: delivery failed: no answer came in time" },
        { detail: "HTTP 410" },
        { detail: "" },
      ],
    },
  ]);
  expect(new Set(server.received.map(({ headers }) => headers["x-netatlas-delivery"])).size).toBe(1);
  expect(answer.text).not.toContain("s3cret");
  expect(logged.join("")).not.toContain("s3cret");
});

test("what is told of one trouble keeps its order, and what is told of others does not wait for it", async () => {
  let isWell = false;
  const server: ReturnType<typeof startHttpServer> = startHttpServer({
    answer: () => {
      const isFirst = JSON.parse(server.received.at(-1)?.body ?? "").title === "firing";
      return new Response(null, { status: isFirst && !isWell ? 500 : 200 });
    },
  });
  const target = await givenProfile("webhook", { webhook_url: server.url });
  await put(target, { title: "firing", status: "firing" });
  await put(target, { title: "resolved", status: "resolved" });
  await put(target, { title: "other", groupKey: "incident:8" });
  await put(target, { title: "alone", groupKey: undefined });
  await worker.deliverDue();
  expect(await statesOf(target)).toEqual(["waiting", "waiting", "sent", "sent"]);
  isWell = true;
  await passOutboxTime(sql, HOUR);
  await worker.deliverDue();
  const titles = server.received.map(({ body }) => JSON.parse(body).title);
  expect(titles.slice(-2)).toEqual(["firing", "resolved"]);
});

test("two destinations of one trouble do not wait for each other", async () => {
  const [bad, good] = [
    startHttpServer({ answer: () => new Response(null, { status: 500 }) }),
    startHttpServer(),
  ];
  const first = await givenProfile("webhook", { webhook_url: bad.url });
  const second = await givenProfile("webhook", { webhook_url: good.url });
  await put(first);
  await put(second);
  await worker.deliverDue();
  expect([await statesOf(first), await statesOf(second)]).toEqual([["waiting"], ["sent"]]);
});

test("what an alert is about is kept encrypted until it is delivered", async () => {
  await put("profile:999");
  const [row] = await sql<{ payload: string; key: string }[]>`SELECT payload, group_key AS key FROM outbox`;
  expect(row?.key).toBe("incident:7");
  expect(createEncryption(MASTER_KEY).decrypt(row?.payload ?? "")).toContain('"severity":"critical"');
  expect(row?.payload).not.toContain("atlas.example.com");
});
