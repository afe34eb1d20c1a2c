import { afterEach, expect, test } from "bun:test";
import { probeTcp } from "../../../../src/features/monitoring/probes/tcp";
import { waitFor } from "../../../support/wait-for";
import { CLOSED_PORT, closePeers, LOOPBACKS, startStreamPeer, within } from "./given";

afterEach(closePeers);

test.each(LOOPBACKS)("a port of %s that takes connections is up", async (address) => {
  const peer = await startStreamPeer(() => undefined, { address });
  const outcome = await probeTcp(peer, within(1000));
  expect(outcome).toEqual({
    status: "up",
    latencyMs: expect.any(Number),
    error: null,
    statusCode: null,
    details: {},
  });
  expect(outcome.latencyMs).toBeGreaterThan(0);
  expect(outcome.latencyMs).toBeLessThan(1000);
  await waitFor("the connection to be closed", () => peer.open.size === 0);
});

test.each(LOOPBACKS)("a port of %s that refuses is down", async (address) => {
  expect(await probeTcp({ address, port: CLOSED_PORT }, within(1000))).toEqual({
    status: "down",
    latencyMs: null,
    error: "connection refused",
    statusCode: null,
    details: {},
  });
});

test("a signal that has fired sends nothing", async () => {
  const peer = await startStreamPeer(() => undefined);
  const reason = new Error("no longer wanted");
  const limits = { timeoutMs: 1000, signal: AbortSignal.abort(reason) };
  expect(await probeTcp(peer, limits).catch((error: unknown) => error)).toBe(reason);
});
