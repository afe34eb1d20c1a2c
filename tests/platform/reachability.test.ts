import { expect, test } from "bun:test";
import { probeAddress } from "#platform/reachability";

const limits = { timeoutSeconds: 1, signal: new AbortController().signal };

test("an address with an open port is reachable, with the time that it took", async () => {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { isReachable, latencyMs } = await probeAddress("127.0.0.1", {
    ...limits,
    ports: [1, listener.port],
  });
  listener.stop(true);
  expect(isReachable).toBe(true);
  expect(latencyMs).toBeGreaterThanOrEqual(0);
});

test("one that nobody answers for is not reachable (240.0.0.0/4 is nobody's, while a network of documentation may be that of a sandbox)", async () => {
  expect(await probeAddress("240.0.0.1", limits)).toMatchObject({ isReachable: false, latencyMs: null });
}, 20_000);

test("the caller's signal ends it", async () => {
  const left = new AbortController();
  const probing = probeAddress("240.0.0.1", { timeoutSeconds: 5, signal: left.signal });
  left.abort(new Error("the client has left"));
  expect(await probing.catch(String)).toBe("Error: the client has left");
});
