import type { Cluster, Member } from "./cluster";
import { startClusterLoad, type ClusterLoad } from "./cluster-load";
import { watchWithRules } from "./cluster-watch";
import { ALL_ROUNDS } from "./rounds";
import type { Stored } from "./stream-balance";
import { waitFor } from "./wait-for";

/** With NETATLAS_TEST_ALL_ROUNDS it goes on for five minutes; else each process is killed once. */
const LONG_MS = process.env[ALL_ROUNDS] === undefined ? 0 : 300_000;
/** From the report of a job to its notice it takes two turns of a second. */
const LONGEST_MS = 2500;
const SETTLED_MS = 1500;
const FRONT_MS = 60_000;

type Span = { from: number; to: number };

type Figures = Awaited<ReturnType<ClusterLoad["expectWhole"]>> & {
  kills: number;
  notices: number;
  checks: number;
};

/** A server that all processes need: while it is away, requests that need it fail. */
export type SharedServer = { kill(): Promise<void>; restart(): Promise<void> };

type Killing = { cluster: Cluster; readStored: () => Promise<Stored>; server?: SharedServer };

/**
 * Under load kills each process once, and a server that they share, in any order, at any moment, and starts it again;
 * with time left, the same again. Sees that nothing is lost and nothing comes twice.
 */
export async function expectNothingLostInKills({ cluster, readStored, server }: Killing): Promise<Figures> {
  const watch = await watchWithRules(cluster.admin);
  const load = startClusterLoad(cluster);
  const spans: Span[] = [];
  /** In which requests may fail. */
  const troubles: Span[] = [];
  const killMember = async (member: Member) => {
    const span = await cluster.kill(member);
    spans.push(span);
    if (member.roles.includes("api")) troubles.push(span);
    if (spans.length === 2) watch.setDown(true);
    await Bun.sleep(Math.random() * LONGEST_MS);
    await cluster.restart(member);
  };
  const killServer = async (shared: SharedServer) => {
    const span = { from: performance.now(), to: Infinity };
    troubles.push(span);
    await shared.kill();
    await Bun.sleep(Math.random() * LONGEST_MS);
    await shared.restart();
    span.to = performance.now();
  };
  const victims = [
    ...cluster.members.map((member) => () => killMember(member)),
    ...(server === undefined ? [] : [() => killServer(server)]),
  ];
  let kills = 0;
  const began = performance.now();
  do {
    for (const killNext of shuffled(victims)) {
      await Bun.sleep(SETTLED_MS);
      await watch.tellDown();
      await Bun.sleep(Math.random() * LONGEST_MS);
      await killNext();
      // Who is killed next must not be the only one to whom the proxy sends.
      await waitFor("the proxy to send to all again", () => cluster.front.isWhole(), FRONT_MS);
      kills += 1;
    }
  } while (performance.now() - began < LONG_MS);
  await watch.expectOnce(spans);
  const figures = await load.expectWhole({ kills: troubles, readStored });
  return { kills, notices: watch.notices(), checks: watch.checks(), ...figures };
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}
