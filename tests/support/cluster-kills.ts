import type { Cluster } from "./cluster";
import type { ClusterLoad, Stored } from "./cluster-load";
import { startClusterLoad } from "./cluster-load";
import { watchWithRules } from "./cluster-watch";
import { ALL_ROUNDS } from "./rounds";

/** With NETATLAS_TEST_ALL_ROUNDS it goes on for five minutes; else each process is killed once. */
const LONG_MS = process.env[ALL_ROUNDS] === undefined ? 0 : 300_000;
/** From the report of a job to its notice it takes two turns of a second. */
const LONGEST_MS = 2500;
const SETTLED_MS = 1500;

type Figures = Awaited<ReturnType<ClusterLoad["expectWhole"]>> & {
  kills: number;
  notices: number;
  checks: number;
};

/**
 * Under load kills each process once, in any order, at any moment, and starts it again; with time left, the same again.
 * Sees that nothing is lost and nothing comes twice.
 */
export async function expectNothingLostInKills(
  cluster: Cluster,
  readStored: () => Promise<Stored>,
): Promise<Figures> {
  const watch = await watchWithRules(cluster.admin);
  const load = startClusterLoad(cluster);
  const spans: { from: number; to: number }[] = [];
  const apiSpans: typeof spans = [];
  const began = performance.now();
  do {
    for (const member of shuffled(cluster.members)) {
      await Bun.sleep(SETTLED_MS);
      await watch.tellDown();
      await Bun.sleep(Math.random() * LONGEST_MS);
      const span = await cluster.kill(member);
      spans.push(span);
      if (member.roles.includes("api")) apiSpans.push(span);
      if (spans.length === 2) watch.setDown(true);
      await Bun.sleep(Math.random() * LONGEST_MS);
      await cluster.restart(member);
    }
  } while (performance.now() - began < LONG_MS);
  await watch.expectOnce(spans);
  const figures = await load.expectWhole({ kills: apiSpans, readStored });
  return { kills: spans.length, notices: watch.notices(), checks: watch.checks(), ...figures };
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}
