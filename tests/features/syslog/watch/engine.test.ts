import { expect, test } from "bun:test";
import pino from "pino";
import { listSilentSenders, type PatternMatches, startSyslog, type WatchedPattern } from "#features/syslog";
import { createMetrics } from "#platform/metrics";
import { addSyslogMetrics } from "../../../../src/metrics/syslog";
import { createTestDatabase } from "../../../support/database";
import { createStoreFolders, testPool } from "../../../support/event-store";
import { atRunEnd } from "../../../support/run-end";
import { engineOptions } from "../../../support/syslog-engine";
import { waitFor } from "../../../support/wait-for";

async function givenEngine(patterns: WatchedPattern[], told: PatternMatches[]) {
  const { db } = await createTestDatabase();
  const engine = await startSyslog(
    {
      db,
      catalogReady: Promise.resolve(),
      pool: testPool(),
      log: pino({ level: "silent" }),
      watch: {
        readPatterns: () => Promise.resolve([...patterns]),
        onStored: (_, matches) => {
          told.push(...matches);
          return Promise.resolve();
        },
      },
    },
    { ...engineOptions(await createStoreFolders(), { udpPort: 0 }), restSeconds: 600 },
  );
  atRunEnd(() => engine.stop(1000));
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
  atRunEnd(() => Promise.resolve(socket.close()));
  return { db, engine, send: (line: string) => socket.send(line, engine.ports.udp ?? 0, "127.0.0.1") };
}

test("what a rule waits for is told soon after it came, the patterns that were changed elsewhere hold, and all is measured", async () => {
  const patterns = [{ id: 1, query: "alarm" }];
  const told: PatternMatches[] = [];
  const { db, engine, send } = await givenEngine(patterns, told);
  send("<13>host app: alarm one");
  await waitFor("the first line to be told", () => told.length > 0);
  const [first] = told;
  expect(first).toMatchObject({
    pattern: 1,
    lines: 1,
    senders: [{ sender: "127.0.0.1", lines: 1 }],
    otherSenders: 0,
    first: [{ sender: "127.0.0.1", raw: "<13>host app: alarm one" }],
  });
  expect(first?.minutes.map(({ lines }) => lines)).toEqual([1]);
  patterns.push({ id: 2, query: "severity:99" }, { id: 3, query: "smoke" });
  await waitFor("the change to be read", () => engine.watch?.listVerdicts().length === 3);
  send("<13>host app: smoke");
  await waitFor("the second line to be told", () => told.some(({ pattern }) => pattern === 3));
  const metrics = createMetrics();
  addSyslogMetrics(metrics, engine);
  const text = await metrics.registry.metrics();
  expect(text).toContain('netatlas_syslog_watch_patterns{state="watched"} 2');
  expect(text).toContain('netatlas_syslog_watch_patterns{state="refused"} 1');
  expect(text).toContain("netatlas_syslog_watch_lines_total 2");
  await waitFor(
    "the collector to say that it listens",
    async () => (await listSilentSenders(db, { silentForSeconds: 0 })).length === 1,
  );
}, 60_000);
