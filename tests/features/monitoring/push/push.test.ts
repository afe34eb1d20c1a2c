import { afterAll, afterEach, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import pino from "pino";
import { MaintenanceWatch } from "#features/maintenance";
import { startMonitoring, type CheckEngine } from "#features/monitoring";
import { openReachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { maintenanceWindows } from "../../../../src/features/maintenance/tables";
import { incidents, pushReports, stateChanges } from "../../../../src/features/monitoring/tables";
import { MASTER_KEY } from "../../../support/app";
import { waitFor } from "../../../support/wait-for";
import { monitorTargets } from "../monitor-targets";
import { createMonitoringService, MONITORS } from "../monitoring-service";

const engines: CheckEngine[] = [];
const service = await createMonitoringService({
  onChange: () => {
    for (const engine of engines) engine.wake();
  },
});
const { send, givenMonitor, viewerToken, auditOf, database } = service;
const { db, sql } = database;
const log = pino({ level: "silent" });
const reachability = await openReachability({ log });

function startEngine(): CheckEngine {
  const engine = startMonitoring({
    database,
    reachability,
    encryption: createEncryption(MASTER_KEY),
    log,
    maintenance: new MaintenanceWatch({ db }),
    rootAddresses: [],
    observer: { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined },
  });
  engines.push(engine);
  return engine;
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await sql`DELETE FROM monitors`;
});
afterAll(async () => {
  await reachability.close();
  await service.close();
});

type Given = { seconds: number; grace?: number; retries?: number };

/** One whose reports come within seconds, which nobody may ask for. */
async function givenPush({ seconds, grace = 0, retries = 0 }: Given) {
  const { id } = await givenMonitor({
    kind: "push",
    url: undefined,
    max_retries: retries,
    retry_interval_seconds: 5,
  });
  await sql`UPDATE monitors SET check_interval_seconds = ${seconds}, push_grace_seconds = ${grace},
    retry_interval_seconds = 1 WHERE id = ${id}`;
  return { id, ...(await tokenOf(id)) };
}

async function tokenOf(id: number): Promise<{ token: string; path: string }> {
  const { body } = await send(`GET ${MONITORS}/${id}/push-token`);
  const { token, path } = body as { token: string; path: string };
  return { token, path };
}

const report = (path: string, query = "", method = "GET") => service.call(`${method} ${path}${query}`, {});

const { targetOf, untilState } = monitorTargets(db);

test("reports are counted, one of failure is down, and the next ends the incident", async () => {
  startEngine();
  const { id, path } = await givenPush({ seconds: 60 });
  expect(await report(path, "?status=up&msg=OK&ping=12.5")).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  const up = await untilState(id, "up");
  expect(up.result).toMatchObject({ latencyMs: 12.5, error: null, message: "OK" });
  await Bun.sleep(1100);
  expect(await report(path, "?status=down&msg=disk%20full", "POST")).toMatchObject({ status: 200 });
  const down = await untilState(id, "down");
  expect(down.result).toMatchObject({ error: "disk full" });
  await Bun.sleep(1100);
  expect(await report(path, "?ping=", "HEAD")).toMatchObject({ status: 200 });
  const target = await untilState(id, "up");
  expect(await db.select().from(incidents).where(eq(incidents.targetId, target.id))).toMatchObject([
    { error: "disk full", endedAt: expect.any(Date) },
  ]);
  expect((await send(`GET ${MONITORS}/${id}/history`)).body).toMatchObject([
    { status: "online", response_time_ms: 12.5 },
    { status: "offline", error: "disk full" },
    { status: "online" },
  ]);
});

test("silence beyond interval and grace is down once it was confirmed, and a report is up at once", async () => {
  startEngine();
  const { id, path } = await givenPush({ seconds: 2, grace: 1, retries: 1 });
  await report(path);
  const { stateSince: upSince } = await untilState(id, "up");
  const down = await untilState(id, "down");
  // Three seconds of silence, and one more until the second look.
  expect(down.stateSince.getTime() - upSince.getTime()).toBeGreaterThanOrEqual(3900);
  expect(down.stateSince.getTime() - upSince.getTime()).toBeLessThan(9000);
  expect(String(down.result?.["error"])).toMatch(/^No report for \d+ s$/);
  await report(path);
  await untilState(id, "up");
  const states = await db
    .select({ state: stateChanges.state })
    .from(stateChanges)
    .where(eq(stateChanges.targetId, down.id))
    .orderBy(asc(stateChanges.id));
  expect(states.map(({ state }) => state)).toEqual(["unknown", "up", "down", "up"]);
});

test("silence within maintenance is no incident, and is one when the maintenance ends", async () => {
  const engine = startEngine();
  const { id, path } = await givenPush({ seconds: 2 });
  await report(path);
  await untilState(id, "up");
  const [window] = await db
    .insert(maintenanceWindows)
    .values({
      title: "No backups today",
      isEnabled: true,
      coversEverything: true,
      startsAt: new Date(Date.now() - 60_000),
      endsAt: new Date(Date.now() + 3_600_000),
    })
    .returning();
  engine.wake();
  const { id: targetId } = await untilState(id, "maintenance");
  await waitFor("the silence", async () => (await targetOf(id))?.confirmed === "down", 20_000);
  const incidentsOf = () => db.select().from(incidents).where(eq(incidents.targetId, targetId));
  expect(await incidentsOf()).toEqual([]);
  await db.delete(maintenanceWindows).where(eq(maintenanceWindows.id, window?.id ?? 0));
  engine.wake();
  await untilState(id, "down");
  expect(await incidentsOf()).toMatchObject([{ endedAt: null }]);
});

test("one that nobody ever reported to is down after its interval", async () => {
  startEngine();
  const { id } = await givenPush({ seconds: 2 });
  expect((await untilState(id, "down")).result).toMatchObject({ error: "No report has come" });
});

test("after a start silence counts from it", async () => {
  const first = startEngine();
  const { id, path } = await givenPush({ seconds: 3 });
  await report(path);
  await untilState(id, "up");
  await first.stop();
  await Bun.sleep(3500);
  const startedAt = Date.now();
  startEngine();
  const down = await untilState(id, "down");
  expect(down.stateSince.getTime() - startedAt).toBeGreaterThanOrEqual(2900);
});

test("reports that come to any process are counted by any, and none is lost between looks", async () => {
  startEngine();
  startEngine();
  const { id, path } = await givenPush({ seconds: 60 });
  for (const status of ["up", "down", "up", "down"]) {
    expect((await report(path, `?status=${status}`)).status).toBe(200);
    await untilState(id, status);
    await Bun.sleep(1050);
  }
  const [kept] = await db.select().from(pushReports).where(eq(pushReports.monitorId, id));
  expect(kept).toMatchObject({ number: 4, counted: 4 });
});

test("a report to a monitor that is off is taken and changes nothing", async () => {
  const { id, path } = await givenPush({ seconds: 60 });
  await send(`PATCH ${MONITORS}/${id}`, { enabled: false });
  expect((await report(path)).status).toBe(200);
  expect(await db.select().from(pushReports).where(eq(pushReports.monitorId, id))).toMatchObject([
    { number: 0 },
  ]);
});

test("two reports within a second are one, and the second is told so", async () => {
  const { id, path } = await givenPush({ seconds: 60 });
  expect((await report(path)).status).toBe(200);
  const second = await report(path);
  expect(second.status).toBe(429);
  expect(second.headers.get("Retry-After")).toBe("1");
  expect(await db.select().from(pushReports).where(eq(pushReports.monitorId, id))).toMatchObject([
    { number: 1 },
  ]);
});

test("the token is for those who may change monitors, and stands in no answer, audit entry or plain column", async () => {
  const { id, token } = await givenPush({ seconds: 60 });
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  const refused = await service.call(`GET ${MONITORS}/${id}/push-token`, { token: viewerToken });
  expect(refused.status).toBe(403);
  expect(JSON.stringify((await send(`GET ${MONITORS}/${id}`)).body)).not.toContain(token);
  expect(JSON.stringify(await auditOf(`monitor:${id}`))).not.toContain(token);
  const [kept] = await db.select().from(pushReports).where(eq(pushReports.monitorId, id));
  expect(JSON.stringify(kept)).not.toContain(token);
});

test("a renewed token ends the old one, and the audit log says who did it but not what it is", async () => {
  const { id, path } = await givenPush({ seconds: 60 });
  const renewed = await send(`POST ${MONITORS}/${id}/push-token`);
  const { path: newPath, token } = renewed.body as { path: string; token: string };
  expect((await report(path)).status).toBe(404);
  expect((await report(newPath)).status).toBe(200);
  const audit = await auditOf(`monitor:${id}`);
  expect(audit).toMatchObject([{ action: "monitor.push_token_renewed" }, { action: "monitor.created" }]);
  expect(JSON.stringify(audit)).not.toContain(token);
});

test("an unknown token is answered as any other that there is not", async () => {
  const answers = await Promise.all(
    ["A".repeat(22), "x", "%F0%9F%98%80", "B".repeat(2000)].map((token) =>
      report(`${MONITORS}/push/${token}`),
    ),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { detail: "Not Found" } });
});

test("what a job says is kept short and without what drives a terminal", async () => {
  const { id, path } = await givenPush({ seconds: 60 });
  await report(path, `?status=sideways&ping=-5&msg=${encodeURIComponent(`\u001b[2J${"x".repeat(500)}`)}`);
  const [kept] = await db.select().from(pushReports).where(eq(pushReports.monitorId, id));
  expect(kept).toMatchObject({ status: "down", pingMs: null });
  expect(kept?.message).toHaveLength(255);
  expect(kept?.message).toStartWith(String.raw`\u001b[2Jxxx`);
});

test("the kind is set once: HTTP needs a URL, push has none, and neither becomes the other", async () => {
  const missing = await send(`POST ${MONITORS}`, { name: "x" });
  expect(missing).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "url"], msg: "Field required", type: "missing" }] },
  });
  const url = "https://www.example.com";
  const withUrl = await send(`POST ${MONITORS}`, { name: "x", kind: "push", url });
  expect(withUrl).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "url"] }] } });
  const { id, kind } = await givenMonitor();
  expect(kind).toBe("http");
  const turned = await send(`PATCH ${MONITORS}/${id}`, { kind: "push" });
  expect(turned).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "kind"] }] } });
  expect((await send(`PATCH ${MONITORS}/${id}`, { kind: "http", name: "same" })).status).toBe(200);
  const push = await givenPush({ seconds: 60 });
  expect((await send(`POST ${MONITORS}/test`, { monitor_id: push.id })).status).toBe(422);
  expect((await send(`GET ${MONITORS}/${id}/push-token`)).status).toBe(404);
});
