import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { createWorkerPool } from "#platform/workers";
import { sweep } from "../../../../src/features/discovery/sweep/sweep";
import { createSink, openHere, optionsFor } from "./given";
import { openFiles } from "../../../support/open-file";
import { waitFor } from "../../../support/wait-for";

const pool = createWorkerPool({ threads: 1 });
const [byIcmp, byTcp] = [await openHere(), await openHere([])];
const server: Server = createServer((socket) => socket.end("220 hello\r\n"));
const { promise: listening, resolve } = Promise.withResolvers<void>();
server.listen(0, "127.11.0.3", resolve);
await listening;
const place = server.address();
const port = typeof place === "object" ? (place?.port ?? 0) : 0;
afterAll(async () => {
  server.close();
  await Promise.all([byIcmp.close(), byTcp.close(), pool.close()]);
});

const ADDRESSES = ["127.11.0.1", "127.11.0.2", "127.11.0.3"];

/** Sockets of this process by which hosts are asked: of echoes, and raw ones. */
function askingSockets(): string[] {
  const asking = new Set(
    ["icmp", "icmp6", "raw", "raw6", "packet"].flatMap(
      (kind) => readFileSync(`/proc/self/net/${kind}`, "utf8").match(/\b\d{3,}\b/g) ?? [],
    ),
  );
  return [...openFiles().values()].flatMap((target) => {
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    return inode !== undefined && asking.has(inode) ? [inode] : [];
  });
}

test("hosts that answer echoes are found, and their open ports", async () => {
  const sink = createSink();
  const options = optionsFor(ADDRESSES, { kind: "basic_ports", ports: [port, 1] });
  const summary = await sweep({ reachability: byIcmp, pool }, options, sink);
  expect(summary).toMatchObject({ found: 3, isWhole: true });
  expect([...sink.finds.keys()].sort()).toEqual(ADDRESSES);
  expect(sink.finds.get("127.11.0.3")).toMatchObject({ answeredBy: ["icmp", "tcp"], openPorts: [port] });
  expect(sink.finds.get("127.11.0.1")).toMatchObject({ answeredBy: ["icmp"], openPorts: [] });
  expect(sink.progress.map(({ phase }) => phase)).toContain("ports");
});

test("where nobody may send echoes, connections find whoever takes one; a refusal alone is no host", async () => {
  const sink = createSink();
  const options = optionsFor(ADDRESSES, { kind: "basic_ports", ports: [1, 2, 3, port] });
  const summary = await sweep({ reachability: byTcp, pool }, options, sink);
  expect([...sink.finds.values()]).toMatchObject([
    { address: "127.11.0.3", answeredBy: ["tcp"], openPorts: [port] },
  ]);
  expect(summary.methods).toEqual(["TCP connections"]);
  expect(summary.notes.join()).toContain("CAP_NET_RAW");
});

test("a sweep ends at its limit with what it has, and says so", async () => {
  const sink = createSink();
  const many = Array.from({ length: 1000 }, (_, index) => `127.12.${index >> 8}.${index & 255}`);
  const options = optionsFor(many, { packetsPerSecond: 200, limitMs: 600 });
  const startedAt = performance.now();
  const summary = await sweep({ reachability: byIcmp, pool }, options, sink);
  expect(performance.now() - startedAt).toBeLessThan(3000);
  expect(summary.isWhole).toBe(false);
  expect(summary.found).toBeGreaterThan(10);
  expect(summary.found).toBeLessThan(400);
  expect(summary.notes.join()).toMatch(
    /The time of 0.6 s was over when \d+ of 1000 addresses had been asked/,
  );
});

test("a sweep that is cancelled throws the reason, has told what it found, and leaves no socket", async () => {
  const sink = createSink();
  const leaving = new AbortController();
  // The first sweep opens those that stay.
  await sweep({ reachability: byIcmp, pool }, optionsFor(ADDRESSES), createSink());
  const before = askingSockets();
  let during = before;
  const many = Array.from({ length: 5000 }, (_, index) => `127.13.${index >> 8}.${index & 255}`);
  const options = optionsFor(many, { packetsPerSecond: 500, signal: leaving.signal });
  const swept = sweep({ reachability: byIcmp, pool }, options, {
    ...sink,
    onFind: (find) => {
      sink.onFind(find);
      if (sink.finds.size < 20) return;
      during = askingSockets();
      leaving.abort(new Error("cancelled"));
    },
  });
  expect(await swept.catch(String)).toBe("Error: cancelled");
  expect(sink.finds.size).toBeGreaterThanOrEqual(20);
  expect(during.length).toBeGreaterThan(before.length);
  expect(sink.finds.size).toBeLessThan(1000);
  await waitFor("its sockets to be closed", () => askingSockets().length <= before.length);
});
