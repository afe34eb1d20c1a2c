import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { treeMemory } from "../bench/process-memory";
import { startCluster, type Cluster } from "../support/cluster";
import { expectNothingLostInKills } from "../support/cluster-kills";
import { readFiles, startClusterLoad } from "../support/cluster-load";
import { beSlowAndBreakOff } from "../support/cuttable-proxy";
import { unreadOctets } from "../support/unread-octets";
import { waitFor } from "../support/wait-for";
import { ALL_ROUNDS } from "../support/rounds";

setDefaultTimeout(900_000);

/** Two that answer and work and two that collect, on one PostgreSQL and one folder of events, behind HAProxy. */
const AWAY_MS = process.env[ALL_ROUNDS] === undefined ? 5000 : 30_000;
const SLOW_MS = 20;
const CUTS = 3;
const MOST_GROWTH_MIB = 200;

let cluster: Cluster | undefined;

afterEach(async () => {
  await cluster?.remove();
  cluster = undefined;
});

test("kill -9 of any process at any moment, and its restart: no line lost or doubled, no check or notice twice, no request failed but those under way on it", async () => {
  cluster = await startCluster();
  const figures = await expectNothingLostInKills({ cluster, readStored: readFiles(cluster) });
  process.stdout.write(`kills in a cluster: ${JSON.stringify(figures)}\n`);
  expect(figures.lines).toBeGreaterThan(0);
  expect(figures.requests).toBeGreaterThan(figures.failed);
});

test("while PostgreSQL is away, or slow and breaking off, collectors go on, all arrives afterwards, and memory stays bounded", async () => {
  cluster = await startCluster();
  const { database, collectors, members } = cluster;
  const load = startClusterLoad(cluster);
  await waitFor("lines", () => load.lines() > 1000);
  const before = members.map(({ service }) => treeMemory(service.pid));
  const troubled = { from: performance.now(), to: Infinity };

  database.setDown(true);
  database.cut();
  const atOnce = load.lines();
  await Bun.sleep(AWAY_MS);
  expect(load.lines()).toBeGreaterThan(atOnce);
  for (const { syslogPort } of collectors)
    await waitFor("the collector to read on", () => unreadOctets(syslogPort) === 0);
  database.setDown(false);

  await beSlowAndBreakOff(database, { delayMs: SLOW_MS, cuts: CUTS, forMs: AWAY_MS });
  for (const { service } of members)
    await waitFor("readiness", async () => (await fetch(`${service.url}/api/v1/health/ready`)).ok, 60_000);
  troubled.to = performance.now();

  const figures = await load.expectWhole({ kills: [troubled], readStored: readFiles(cluster) });
  const growth = members.map(({ service }, index) =>
    Math.round(treeMemory(service.pid) - (before[index] ?? 0)),
  );
  process.stdout.write(`database away: ${JSON.stringify({ ...figures, growthMiB: growth })}\n`);
  expect(figures.breaks).toBe(0);
  expect(Math.max(...growth)).toBeLessThan(MOST_GROWTH_MIB);
});
