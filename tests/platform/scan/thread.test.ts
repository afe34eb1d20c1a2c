import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { connectHere } from "../../../src/platform/scan/connect-here";
import { canScan, ScanInterruptedError, ScanThread } from "../../../src/platform/scan/thread";

const HOST = "127.14.0.1";
const server = createServer((socket) => socket.destroy());
const { promise: listening, resolve } = Promise.withResolvers<void>();
server.listen(0, HOST, resolve);
await listening;
const place = server.address();
const port = typeof place === "object" ? (place?.port ?? 0) : 0;
afterAll(() => void server.close());

const descriptors = () => readdirSync("/proc/self/fd").length;
/** More than are tried at the same time; each fourth is open. */
const TARGETS = Array.from({ length: 4000 }, (_, index) => ({
  address: HOST,
  port: index % 4 === 0 ? port : 1,
}));
const EXPECTED = TARGETS.map((target) => (target.port === port ? "open" : "refused"));

test.skipIf(!canScan())("every connection has its own verdict, and leaves no descriptor", async () => {
  const before = descriptors();
  const thread = new ScanThread([], () => undefined);
  const results = await thread.connect(TARGETS, 5000);
  expect(results.map(({ verdict }) => verdict)).toEqual(EXPECTED);
  expect(results.every(({ afterMs }) => afterMs >= 0 && afterMs < 5000)).toBe(true);
  expect(await thread.connect([], 5000)).toEqual([]);
  await thread.close();
  expect(descriptors()).toBeLessThanOrEqual(before + 2);
});

test.skipIf(!canScan())(
  "nobody waits for a thread that was closed, whether they asked before or later",
  async () => {
    const thread = new ScanThread([], () => undefined);

    const asked = thread.connect([{ address: "127.14.0.2", port: 1 }], 5000).catch((error: unknown) => error);
    await thread.close();
    const outcome = await asked;
    expect(outcome instanceof ScanInterruptedError || Array.isArray(outcome)).toBe(true);
    expect(await thread.connect(TARGETS, 5000).catch((error: unknown) => error)).toBeInstanceOf(
      ScanInterruptedError,
    );
  },
);

test("without such a thread connections tell what is open as well", async () => {
  const some = TARGETS.slice(0, 40);
  const results = await connectHere(some, { timeoutMs: 5000, signal: new AbortController().signal });
  expect(results.map(({ verdict }) => verdict)).toEqual(EXPECTED.slice(0, 40));
});
