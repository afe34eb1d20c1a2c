import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { MonitorCheckHistoryRead } from "../../../../src/features/monitoring/monitors/models";
import { appendResult } from "../../../../src/features/monitoring/engine/recent";
import type { RawStatus } from "../../../../src/features/monitoring/state";
import { checkResults } from "../../../../src/features/monitoring/tables";
import { createMonitoringService, MONITORS } from "../monitoring-service";

/** What a monitor says of its checks, and their history. */
const service = await createMonitoringService();
const { send, givenMonitor, givenTarget } = service;
afterAll(service.close);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Result = {
  ago: number;
  rawStatus?: RawStatus;
  latencyMs?: number | null;
  details?: Record<string, unknown>;
};

/** A monitor with a target, and results so long ago. */
async function givenChecked(results: readonly Result[], target: Parameters<typeof givenTarget>[0] = {}) {
  const { id } = await givenMonitor();
  const now = Date.now();
  const recent = results
    .toReversed()
    .reduce<Uint8Array | null>((held, { ago, rawStatus = "up", latencyMs = null }) => {
      return appendResult(held, { at: new Date(now - ago), rawStatus, latencyMs, isHealthy: null });
    }, null);
  const targetId = await givenTarget({ kind: "monitor", monitorId: id, recent, ...target });
  for (let start = 0; start < results.length; start += 1000) {
    await service.database.db.insert(checkResults).values(
      results.slice(start, start + 1000).map(({ ago, rawStatus = "up", latencyMs = null, details }) => ({
        targetId,
        at: new Date(now - ago),
        rawStatus,
        state: rawStatus,
        latencyMs,
        details,
      })),
    );
  }
  return id;
}

const read = async (id: number) => (await send(`GET ${MONITORS}/${id}`)).body;
const history = (id: number, query = "") => send(`GET ${MONITORS}/${id}/history${query}`);
const pointsOf = async (id: number, query = "") =>
  z.array(MonitorCheckHistoryRead).parse((await history(id, query)).body);

describe("a monitor's figures", () => {
  test("uptime is the share of raw results in percent; what could tell nothing does not count", async () => {
    const id = await givenChecked([
      { ago: 1 * MINUTE, latencyMs: 10 },
      { ago: 2 * MINUTE, latencyMs: 25 },
      { ago: 3 * MINUTE, rawStatus: "unknown" },
      { ago: 4 * MINUTE, rawStatus: "down" },
      { ago: 48 * HOUR, latencyMs: 5000 },
      { ago: 49 * HOUR, latencyMs: 5000 },
      { ago: 50 * HOUR, latencyMs: 5000 },
      { ago: 200 * HOUR, rawStatus: "down" },
    ]);
    expect(await read(id)).toMatchObject({
      uptime_24h: 66.7,
      uptime_7d: 83.3,
      avg_response_time_24h: 17.5,
      heartbeat: ["offline", "unknown", "online", "online"],
    });
  });

  test("the heartbeat is the 30 newest of a day; failures in a row are counted from the newest", async () => {
    const id = await givenChecked([
      ...Array.from({ length: 40 }, (_, index) => ({
        ago: (index + 1) * MINUTE,
        rawStatus: index < 3 ? ("down" as const) : ("up" as const),
      })),
      { ago: 25 * HOUR, rawStatus: "down" },
    ]);
    expect(await read(id)).toMatchObject({
      consecutive_failures: 3,
      heartbeat: [...Array.from({ length: 27 }, () => "online"), "offline", "offline", "offline"],
    });
  });

  test("the last status is the confirmed one; certificate and result are the target's", async () => {
    const checkedAt = new Date("2026-11-23T08:00:00.000Z");
    const id = await givenChecked([], {
      confirmed: "up",
      state: "maintenance",
      rawStatus: "down",
      checkedAt,
      stateSince: checkedAt,
      result: {
        error: "HTTP 503 is outside accepted status codes",
        latencyMs: 12,
        statusCode: 503,
        certificateExpiresAt: "2027-01-02T03:04:05.000Z",
        certificateIssuer: "Example CA",
      },
    });
    expect(await read(id)).toMatchObject({
      last_status: "online",
      last_checked_at: "2026-11-23T08:00:00.000Z",
      last_cert_expires_at: "2027-01-02T03:04:05.000Z",
      last_cert_issuer: "Example CA",
      last_result: {
        state: "maintenance",
        status: "down",
        response_time_ms: 12,
        status_code: 503,
        error: "HTTP 503 is outside accepted status codes",
      },
    });
  });

  test("what checks find is no change of the monitor: If-Match holds", async () => {
    const { id } = await givenMonitor();
    const tag = (await send(`GET ${MONITORS}/${id}`)).headers.get("ETag") ?? "";
    await givenTarget({ kind: "monitor", monitorId: id, confirmed: "down" });
    const headers = { "If-Match": tag };
    expect((await send(`PATCH ${MONITORS}/${id}`, { name: "still mine" }, headers)).status).toBe(200);
  });
});

describe("GET /monitors/{monitor_id}/history", () => {
  test("gives the results of the last hours, oldest first, as they were before retries", async () => {
    const id = await givenChecked([
      {
        ago: 30 * MINUTE,
        rawStatus: "down",
        details: { statusCode: 500, assertionDetail: "Required keyword not found" },
      },
      { ago: 20 * MINUTE, rawStatus: "unknown" },
      {
        ago: 10 * MINUTE,
        latencyMs: 12.5,
        details: { statusCode: 200, responseSizeBytes: 77, certificateExpiresAt: "2027-01-02T03:04:05.000Z" },
      },
      { ago: 25 * HOUR },
    ]);
    const points = await pointsOf(id);
    expect(points).toMatchObject([
      {
        status: "offline",
        response_time_ms: null,
        status_code: 500,
        assertion_detail: "Required keyword not found",
        response_size_bytes: null,
        cert_expires_at: null,
      },
      {
        status: "online",
        response_time_ms: 12.5,
        status_code: 200,
        response_size_bytes: 77,
        cert_expires_at: "2027-01-02T03:04:05.000Z",
      },
    ]);
    expect(points[0]?.id).toBe(Date.parse(points[0]?.checked_at ?? "") * 1000);
    expect((await history(id)).headers.get("X-Thinned")).toBeNull();
    expect(await pointsOf(id, "?hours=26")).toHaveLength(3);
  });

  test("more than 2,000 are thinned, and no change of status is lost", async () => {
    const outages = new Set([100, 101, 2500, 4000]);
    const id = await givenChecked(
      Array.from({ length: 5000 }, (_, index) => ({
        ago: (5000 - index) * 10_000,
        rawStatus: outages.has(index) ? ("down" as const) : ("up" as const),
      })),
    );
    const answer = await history(id);
    const points = z.array(MonitorCheckHistoryRead).parse(answer.body);
    expect(answer.headers.get("X-Thinned")).toBe("true");
    expect(points).toHaveLength(2000);
    expect(points.filter(({ status }) => status === "offline")).toHaveLength(4);
    const times = points.map(({ checked_at: at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  test.each(["0", "721", "x", "1.5"])("%s hours are refused", async (hours) => {
    const { id } = await givenMonitor();
    expect(await history(id, `?hours=${hours}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", "hours"] }] },
    });
  });

  test("of an unknown monitor: 404", async () => {
    expect(await history(987_654_321)).toMatchObject({ status: 404, body: { detail: "Monitor not found" } });
  });
});
