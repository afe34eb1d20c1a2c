import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startCluster, type Cluster } from "../support/cluster";
import { startSender } from "../support/numbered-sender";
import { ALL_ROUNDS } from "../support/rounds";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(240_000);

/** All processes have one database; where that is slow, or away, none of them is better than another. */
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
  for (const { service } of cluster.members) await waitFor("readiness", () => isReady(service.url), 60_000);
});
afterAll(() => cluster.remove());

const isReady = async (url: string) => (await fetch(`${url}/api/v1/health/ready`)).ok;

/** Each piece of what PostgreSQL and a process say to each other takes so long: a look at the database three times that. */
const DELAY_MS = 1500;
/** HAProxy has asked each process several times by then. */
const SLOW_MS = 12_000;
/** What is received and not stored by then makes a process that does more than receive unready. */
const AWAY_MS = process.env[ALL_ROUNDS] === undefined ? 5000 : 75_000;

test("while PostgreSQL takes seconds to answer every process stays ready, and the proxy asks them", async () => {
  const { members, database, admin } = cluster;
  database.setDelay(DELAY_MS);
  const end = performance.now() + SLOW_MS;
  while (performance.now() < end) {
    const ready = await Promise.all(members.map(({ service }) => isReady(service.url)));
    expect(ready).toEqual([true, true, true, true]);
    expect((await admin.fetch("/api/v1/topology/devices")).status).toBe(200);
  }
  database.setDelay(0);
});

test("while PostgreSQL is away, for longer than a minute where all rounds are run, collectors stay ready and take lines from new senders", async () => {
  const { collectors, database, front } = cluster;
  database.setDown(true);
  database.cut();
  const begun = performance.now();
  const send = async (first: number) => {
    const plan = { transport: "tcp" as const, port: front.syslogPort, first, total: 200, rate: 2000 };
    const sender = await startSender(plan);
    await sender.done;
    sender.stop();
    return sender.sent.length;
  };
  expect(await send(0)).toBe(200);
  await waitFor("time to pass", () => performance.now() - begun > AWAY_MS, 2 * AWAY_MS);
  for (const { service } of collectors) expect(await isReady(service.url)).toBe(true);
  expect(await send(200)).toBe(200);
  // Those that answer people are asked all the same: they, and not the proxy, say what is wrong.
  const answer = await fetch(`${front.url}/api/v1/setup/status`);
  expect({ status: answer.status, retryAfter: answer.headers.get("Retry-After") }).toMatchObject({
    status: 503,
    retryAfter: expect.any(String),
  });
  database.setDown(false);
  const stored = async () => (await cluster.admin.fetch("/api/v1/syslog/status")).text();
  await waitFor("all lines", async () => JSON.parse(await stored()).total_events === 400, 60_000);
});
