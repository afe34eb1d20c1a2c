import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { monitoringJobs } from "#features/monitoring";
import { appendResult } from "../../../../src/features/monitoring/engine/recent";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { checkResults, checkTargets, stateChanges } from "../../../../src/features/monitoring/tables";
import { silent } from "../history/given";
import { devices } from "#tables/topology";
import { createMonitoringService } from "../monitoring-service";
import { believedClock } from "../../../support/deletion-clock";

const service = await createMonitoringService();
const { send, givenDevice, givenTarget, givenCheck } = service;
const { db } = service.database;
afterAll(service.close);

const DEVICES = "/api/v1/monitoring/devices";
const MINUTE = 60_000;
const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * MINUTE);
const Rows = z.array(z.looseObject({ device_id: z.number() }));

/** A device whose states changed so many minutes ago. */
async function givenWatched(states: readonly [minutes: number, state: TargetState][], fields = {}) {
  const device = await givenDevice({ ipAddress: "10.1.2.3", ...fields });
  const [since, state] = states.at(-1) ?? [0, "unknown"];
  const target = await givenTarget({
    kind: "device",
    deviceId: device,
    state,
    stateSince: ago(since),
    confirmed: state === "down" ? "down" : "up",
    checkedAt: ago(1),
    rawStatus: state === "down" ? "down" : "up",
    result: { error: state === "down" ? "No answer" : null, latencyMs: 2 },
  });
  for (const [minutes, state] of states)
    await db.insert(stateChanges).values({ targetId: target, at: ago(minutes), state });
  return { id: device, target };
}

/** Results each minute, from so many minutes ago up to others. */
function givenResults(targetId: number, spans: readonly [from: number, to: number, state: TargetState][]) {
  return db.insert(checkResults).values(
    spans.flatMap(([from, to, state]) =>
      Array.from({ length: from - to }, (_, index) => {
        const isUp = state === "up";
        return {
          targetId,
          at: ago(from - index),
          rawStatus: isUp ? "up" : "down",
          state,
          isHealthy: isUp,
          latencyMs: isUp ? 2 : null,
        };
      }),
    ),
  );
}

test("uptime is the share of the watched time, says how much that was, and is told apart from the share of results", async () => {
  const { id, target } = await givenWatched([
    [150, "up"],
    [90, "maintenance"],
    [60, "down"],
    [30, "up"],
  ]);
  // For 30 minutes nobody looked.
  await givenResults(target, [
    [150, 120, "up"],
    [90, 60, "maintenance"],
    [60, 30, "down"],
    [30, 0, "up"],
  ]);
  const read = async () => (await send(`GET ${DEVICES}/${id}`)).body;
  const Uptime = z.looseObject({ uptime_watched_24h: z.number(), watched_hours_24h: z.number() });
  const expected = {
    status: "online",
    state: "up",
    health_status: "healthy",
    flapping: false,
    uptime_24h: 0.5,
    compliance_24h: 0.5,
    avg_rtt_24h: 2,
  };
  const check = (body: unknown) => {
    expect(body).toMatchObject(expected);
    const { uptime_watched_24h: share, watched_hours_24h: hours } = Uptime.parse(body);
    // A result holds for two and a half minutes when no other follows; and before the first for as long at most.
    expect(Math.abs(share - 2 / 3)).toBeLessThan(0.02);
    expect(Math.abs(hours - 1.5)).toBeLessThan(0.09);
  };
  check(await read());
  for (const job of monitoringJobs({ db, log: silent, deletions: await believedClock() }))
    await job.run({ token: 1, signal: new AbortController().signal });
  check(await read());
});

test("without any watched time there is no uptime, rather than none or a whole one", async () => {
  const { id } = await givenWatched([[10, "unknown"]]);
  const { body } = await send(`GET ${DEVICES}/${id}`);
  expect(body).toMatchObject({
    uptime_24h: null,
    uptime_7d: null,
    watched_hours_24h: 0,
    compliance_24h: null,
    uptime_watched_24h: null,
  });
});

test("four changes in an hour are flapping; what shall be off is healthy when it is", async () => {
  const changes: [number, TargetState][] = [
    [50, "up"],
    [40, "down"],
    [30, "up"],
    [20, "down"],
    [10, "up"],
  ];
  const flapping = await givenWatched(changes);
  expect((await send(`GET ${DEVICES}/${flapping.id}`)).body).toMatchObject({ flapping: true });
  const off = await givenWatched([[30, "down"]], { expectedStatus: "offline" });
  const values = { targetId: off.target, at: ago(20), rawStatus: "down", state: "down", isHealthy: true };
  await db.insert(checkResults).values(values);
  expect((await send(`GET ${DEVICES}/${off.id}`)).body).toMatchObject({
    status: "offline",
    health_status: "healthy",
    compliance_24h: 1,
    uptime_24h: 0,
    error: "No answer",
  });
});

const beat = (minutes: number, rawStatus: "up" | "down", latencyMs: number | null) => ({
  at: ago(minutes),
  rawStatus,
  isHealthy: rawStatus === "up",
  latencyMs,
});

/** Oldest first. */
function packed(results: readonly ReturnType<typeof beat>[]): Uint8Array | null {
  return results.reduce((all: Uint8Array | null, result) => appendResult(all, result), null);
}

test("heartbeats are those of a day, oldest first, with their moments", async () => {
  const device = await givenDevice({ ipAddress: "10.1.2.4" });
  const recent = packed([beat(30 * 60, "down", null), beat(2, "down", null), beat(1, "up", 3.25)]);
  const target = await givenTarget({ kind: "device", deviceId: device, recent });
  for (const [minutes, latencyMs] of [
    [1, 3.25],
    [5, 1.75],
  ] as const)
    await db
      .insert(checkResults)
      .values({ targetId: target, at: ago(minutes), rawStatus: "up", state: "up", latencyMs });
  const { body } = await send(`GET ${DEVICES}/${device}`);
  expect(body).toMatchObject({
    heartbeat: ["offline", "online"],
    heartbeat_health: ["unhealthy", "healthy"],
    rtt_sparkline: [null, 3.25],
    avg_rtt_24h: 2.5,
  });
});

test("a list has as many of the newest results as are asked for", async () => {
  const since = ago(0.1).toISOString();
  const device = await givenDevice({ ipAddress: "10.1.2.7" });
  await givenTarget({
    kind: "device",
    deviceId: device,
    recent: packed([beat(3, "up", 1), beat(2, "down", null), beat(1, "up", 3.25)]),
  });
  const beatsOf = async (query: string) => {
    const { body } = await send(`GET ${DEVICES}?changed_since=${since}${query}`);
    const row = Rows.parse(body).find(({ device_id: id }) => id === device);
    return [row?.["heartbeat"], row?.["rtt_sparkline"]];
  };
  expect(await beatsOf("")).toEqual([
    ["online", "offline", "online"],
    [1, null, 3.25],
  ]);
  expect(await beatsOf("&beats=2")).toEqual([
    ["offline", "online"],
    [null, 3.25],
  ]);
  expect(await beatsOf("&beats=0")).toEqual([[], []]);
  expect(await send(`GET ${DEVICES}?beats=51`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["query", "beats"] }] },
  });
});

test("only what has changed or was checked since is told, and disabled devices never", async () => {
  const old = await givenWatched([[500, "up"]]);
  await db.update(devices).set({ updatedAt: ago(500) });
  await db.update(checkTargets).set({ stateSince: ago(500) });
  const since = ago(0.5).toISOString();
  const fresh = await givenDevice({ ipAddress: "10.1.2.5" });
  const disabled = await givenDevice({ ipAddress: "10.1.2.6", status: "disabled" });
  const idsOf = async (query: string) =>
    Rows.parse((await send(`GET ${DEVICES}${query}`)).body).map(({ device_id: id }) => id);
  expect(await idsOf(`?changed_since=${since}`)).toEqual([fresh]);
  const all = await idsOf("");
  expect(all).toContain(old.id);
  expect(all).not.toContain(disabled);
  expect((await send(`GET ${DEVICES}/${disabled}`)).status).toBe(404);
  const { body } = await send("GET /api/v1/monitoring/summary");
  expect(body).toMatchObject({ total: all.length });
});

test("a history has each result with the newest of each check, and a check has one of its own", async () => {
  const { id, target } = await givenWatched([[60, "up"]]);
  const check = await givenCheck({ device_id: id, port: 22, check_type: "ssh", label: "SSH" });
  const service = await givenTarget({ kind: "service", deviceId: id, serviceCheckId: check.id });
  const result = (targetId: number, minutes: number, rawStatus: string, error: string | null = null) =>
    db
      .insert(checkResults)
      .values({ targetId, at: ago(minutes), rawStatus, state: "up", latencyMs: 4, isHealthy: true, error });
  await result(target, 50, "up");
  await result(service, 45, "down", "Connection refused");
  await result(target, 40, "down");
  await result(target, 60 * 30, "up");
  const history = await send(`GET ${DEVICES}/${id}/history`);
  expect(history.body).toMatchObject([
    { status: "online", rtt_ms: 4, port_results: [] },
    {
      status: "offline",
      port_results: [{ target_id: check.id, open: false, status: "closed", error: "Connection refused" }],
    },
  ]);
  expect((await send(`GET ${DEVICES}/${id}/history?hours=48`)).body).toHaveLength(3);
  const own = `/api/v1/monitoring/service-checks/${check.id}/history`;
  expect((await send(`GET ${own}`)).body).toMatchObject([{ status: "down", error: "Connection refused" }]);
  const everywhere = await givenCheck({ port: 80, label: "Web" });
  const path = `/api/v1/monitoring/service-checks/${everywhere.id}/history`;
  expect((await send(`GET ${path}`)).status).toBe(422);
  expect((await send(`GET ${path}?device_id=${id}`)).body).toEqual([]);
});

test("an analysis tells what is far from usual, and nothing where too little is known", async () => {
  const { id, target } = await givenWatched([
    [300, "up"],
    [200, "down"],
    [170, "up"],
  ]);
  const analysis = `GET ${DEVICES}/${id}/analysis`;
  expect((await send(analysis)).body).toMatchObject({
    anomaly_level: "insufficient_data",
    trend: "insufficient_data",
    longest_outage_minutes: 30,
    flap_count_24h: 2,
  });
  const latencies = [...Array.from({ length: 20 }, (_, index) => 10 + (index % 2)), 90];
  await db.insert(checkResults).values(
    latencies.map((latencyMs, index) => ({
      targetId: target,
      at: ago(latencies.length - index),
      rawStatus: "up",
      state: "up",
      latencyMs,
    })),
  );
  expect((await send(analysis)).body).toMatchObject({
    anomaly_level: "anomalous",
    current_rtt_ms: 90,
    rtt_p50: 11,
    rtt_p95: 11,
  });
});

test("a device that there is not has no summary, history or analysis", async () => {
  for (const path of ["", "/history", "/analysis"])
    expect(await send(`GET ${DEVICES}/987654321${path}`)).toMatchObject({
      status: 404,
      body: { detail: "Device not found" },
    });
});
