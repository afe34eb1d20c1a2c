import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { createOutbound } from "#features/notifications";
import { createMetrics } from "#platform/metrics";
import { openHeartbeat } from "../../../src/composition/heartbeat";
import { createTestService } from "../../support/app";
import { startHttpServer } from "../../support/http-server";
import { waitFor } from "../../support/wait-for";

/** Calls of an address elsewhere while the service is well. */
const log = pino({ level: "silent" });
const service = await createTestService();
afterAll(service.close);

function givenHeartbeat(url: string | undefined, { blocksPrivateTargets = false } = {}) {
  const state = { isReady: true };
  const metrics = createMetrics();
  const heartbeat = openHeartbeat({
    settings: { HEARTBEAT_URL: url, HEARTBEAT_SECONDS: 3600 },
    probes: [
      { name: "database", check: async () => ({ ok: true, message: "" }) },
      { name: "syslog", check: async () => ({ ok: state.isReady, message: "" }) },
    ],
    outbound: createOutbound({ blocksPrivateTargets, caFile: undefined }),
    metrics,
    log,
  });
  return { heartbeat, state, metrics };
}

test("an address is called while all is well, with its credentials in a header, and not while something is amiss", async () => {
  const server = startHttpServer();
  const url = server.url.replace("http://", "http://me:se%20cret@");
  const { heartbeat, state, metrics } = givenHeartbeat(`${url}/ping/abc?x=1`);
  await heartbeat.beat();
  expect(server.received).toMatchObject([
    {
      method: "GET",
      path: "/ping/abc?x=1",
      headers: { "user-agent": "Netatlas", authorization: `Basic ${btoa("me:se cret")}` },
    },
  ]);
  const sent = heartbeat.status();
  expect(sent).toMatchObject({ isConfigured: true, lastResult: "sent", error: null });
  expect(sent.lastSentAt).toEqual(sent.lastAt);
  state.isReady = false;
  await heartbeat.beat();
  expect(server.received).toHaveLength(1);
  expect(heartbeat.status()).toMatchObject({
    lastResult: "not_ready",
    lastSentAt: sent.lastSentAt,
    error: "not ready: syslog",
  });
  const text = await metrics.registry.metrics();
  expect(text).toContain('netatlas_heartbeats_total{result="sent"} 1\n');
  expect(text).toContain('netatlas_heartbeats_total{result="not_ready"} 1\n');
  expect(text).toMatch(/^netatlas_heartbeat_last_sent_timestamp_seconds 1\d{9}/m);
});

test("what does not take a call is said without the address, and redirects are not followed", async () => {
  const server = startHttpServer({
    answer: ({ url }) =>
      url.endsWith("/moved")
        ? new Response(null, { status: 302, headers: { Location: "/elsewhere" } })
        : new Response(null, { status: 500 }),
  });
  const errorOf = async (url: string, options = {}) => {
    const { heartbeat } = givenHeartbeat(url, options);
    await heartbeat.beat();
    expect(heartbeat.status()).toMatchObject({ lastResult: "failed", lastSentAt: null });
    return heartbeat.status().error;
  };
  expect(await errorOf(`${server.url}/down`)).toBe("the address answered 500");
  expect(await errorOf(`${server.url}/moved`)).toBe("the address answered 302: redirects are not followed");
  expect(server.received.map(({ path }) => path)).toEqual(["/down", "/moved"]);
  const refused = await errorOf("http://127.0.0.1:1/secret-token");
  expect(refused).not.toContain("secret-token");
  expect(await errorOf(`${server.url}/private`, { blocksPrivateTargets: true })).toContain("private");
  expect(server.received).toHaveLength(2);
});

test("calls begin at the start and end with the stop; without an address nothing is ever called", async () => {
  const server = startHttpServer();
  const { heartbeat } = givenHeartbeat(server.url);
  heartbeat.start();
  await waitFor("a call", () => server.received.length === 1);
  await heartbeat.stop();
  const none = givenHeartbeat(undefined);
  none.heartbeat.start();
  await none.heartbeat.beat();
  await none.heartbeat.stop();
  expect(none.heartbeat.status()).toMatchObject({ isConfigured: false, lastResult: null });
  expect(await none.metrics.registry.metrics()).not.toContain("heartbeat");
});

test("the system's status tells of it", async () => {
  const server = startHttpServer();
  const { heartbeat } = givenHeartbeat(server.url);
  await heartbeat.beat();
  const told = await createTestService({ database: service.database, heartbeat });
  const path = "GET /api/v1/system/heartbeat";
  const token = await service.tokenOf(await service.givenUser());
  const at = expect.stringMatching(/Z$/);
  expect((await told.call(path, { token })).body).toEqual({
    is_configured: true,
    last_result: "sent",
    last_at: at,
    last_sent_at: at,
    error: null,
  });
  expect((await service.call(path, { token })).body).toMatchObject({ is_configured: false, last_at: null });
  await told.close();
});
