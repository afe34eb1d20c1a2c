import { afterAll, describe, expect, test } from "bun:test";
import pino from "pino";
import changelog from "../../../CHANGELOG.md" with { type: "text" };
import packageManifest from "../../../package.json" with { type: "json" };
import { openReachability } from "#platform/echo/reachability";
import { createMetrics } from "#platform/metrics";
import { describeNews } from "../../../src/features/system/service";
import { createTestService, uniqueAddress } from "../../support/app";

const service = await createTestService();
const { database } = service;
const token = await service.tokenOf(await service.givenUser());
afterAll(service.close);

test("GET /system/reachability tells users how devices are asked whether they answer", async () => {
  const here = await openReachability({ log: pino({ level: "silent" }) });
  const answer = await service.call("GET /api/v1/system/reachability", { token });
  expect(answer).toMatchObject({ status: 200, body: here.status });
  expect(await service.call("GET /api/v1/system/reachability")).toMatchObject({ status: 401 });
});

describe("GET /health/ready", () => {
  const READY = "GET /api/v1/health/ready";
  const good = { name: "journal", check: async () => ({ ok: true, message: "empty" }) };
  const bad = { name: "disk", check: async () => ({ ok: false, message: "12 MB left" }) };

  test("is 200 for anyone where every probe is well, and says no more to strangers", async () => {
    const well = await createTestService({ database, probes: [good] });
    expect(await well.call(READY)).toMatchObject({ status: 200, body: { status: "ready" } });
    expect((await well.call(READY)).text).not.toContain("journal");
  });

  test("is 503 with Retry-After where one is not; authenticated callers are told which and why", async () => {
    const ill = await createTestService({ database, probes: [good, bad] });
    const stranger = await ill.call(READY);
    expect(stranger.status).toBe(503);
    expect(stranger.text).toBe('{"status":"not_ready"}');
    expect(stranger.headers.get("Retry-After")).toBe("5");
    const known = await ill.call(READY, { token });
    expect(known.status).toBe(503);
    expect(known.body).toEqual({
      status: "not_ready",
      checks: [
        { name: "journal", ok: true, message: "empty" },
        { name: "disk", ok: false, message: "12 MB left" },
      ],
    });
  });

  test("a probe that throws has failed, and tells nothing of the inside", async () => {
    const broken = { name: "broken", check: () => Promise.reject(new Error("/secret/path: EACCES")) };
    const ill = await createTestService({ database, probes: [broken] });
    const answer = await ill.call(READY, { token });
    expect(answer).toMatchObject({
      status: 503,
      body: { checks: [{ name: "broken", ok: false, message: "the check failed" }] },
    });
    expect(answer.text).not.toContain("secret");
  });

  test("a probe that does not answer has failed after two seconds", async () => {
    const hung = { name: "hung", check: () => new Promise<never>(() => undefined) };
    const ill = await createTestService({ database, probes: [hung] });
    const started = performance.now();
    expect((await ill.call(READY)).status).toBe(503);
    expect(performance.now() - started).toBeWithin(1900, 4000);
  });

  test("bad credentials are refused there like elsewhere", async () => {
    expect((await service.call(READY, { token: "bad" })).status).toBe(401);
    expect((await service.call(READY, { key: "bad", peer: uniqueAddress() })).status).toBe(401);
  });
});

describe("GET /metrics", () => {
  const METRICS = "GET /metrics";
  const open = createTestService({ database, settings: { METRICS_TOKEN: "scrape-token" } });

  test("is 404 where no token is set, whoever asks", async () => {
    expect((await service.call(METRICS)).status).toBe(404);
    expect((await service.call(METRICS, { token })).status).toBe(404);
    expect((await service.call(METRICS, { token: "" })).status).toBe(404);
  });

  test("is 401 without the token or with another", async () => {
    for (const how of [
      {},
      { token },
      { token: "scrape-toke" },
      { token: "scrape-token2" },
      { key: "scrape-token" },
    ]) {
      const answer = await (await open).call(METRICS, how);
      expect(answer).toMatchObject({ status: 401, body: { detail: "Invalid metrics token" } });
    }
    expect((await (await open).call(`${METRICS}?token=scrape-token`)).status).toBe(401);
  });

  test("gives Prometheus's text with the token: requests by method, route and status", async () => {
    await (await open).call("GET /api/v1/setup/status");
    await (await open).call("GET /api/v1/auth/me");
    await (await open).call("DELETE /api/v1/api-keys/123", { token });
    const answer = await (await open).call(METRICS, { token: "scrape-token" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toStartWith("text/plain");
    expect(answer.text).toMatch(
      /^netatlas_http_requests_total\{method="GET",route="\/api\/v1\/setup\/status",status="200"\} 1$/m,
    );
    expect(answer.text).toMatch(/route="\/api\/v1\/auth\/me",status="401"/);
    expect(answer.text).toContain('route="/api/v1/api-keys/{key_id}",status="404"');
    expect(answer.text).toMatch(/^netatlas_http_request_seconds_count \d+$/m);
    expect(answer.text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  test("a reading is what it was at the scrape, of the type that it says, by label where it has one", async () => {
    const { addReading, registry } = createMetrics();
    let taken = { udp: 5, tcp: 2 };
    addReading({
      name: "taken_total",
      type: "counter",
      help: "taken",
      label: "transport",
      read: () => taken,
    });
    addReading({ name: "waiting", type: "gauge", help: "waiting", read: () => taken.udp });
    expect(await registry.metrics()).toContain('# TYPE taken_total counter\ntaken_total{transport="udp"} 5');
    taken = { udp: 3, tcp: 9 };
    const text = await registry.metrics();
    expect(text).toContain('taken_total{transport="udp"} 3\ntaken_total{transport="tcp"} 9');
    expect(text).toContain("# TYPE waiting gauge\nwaiting 3");
  });

  test("paths that nobody made do not become labels", async () => {
    for (let probe = 0; probe < 20; probe++) await (await open).call(`GET /wp-admin/${probe}.php`);
    const { text } = await (await open).call(METRICS, { token: "scrape-token" });
    expect(text).not.toContain("wp-admin");
    expect(text).toContain('route="other",status="404"} 20');
  });
});

test("the version is package.json's where the build says none, and nothing is looked up", async () => {
  expect((await service.call("GET /api/v1/system/version")).body).toEqual({
    current: packageManifest.version,
    channel: null,
    latest: null,
    up_to_date: true,
    release_url: "",
    current_release_url: "",
    checked_at: null,
    check_error: null,
    whats_new: describeNews({ version: packageManifest.version, channel: "", changelog }),
  });
});
