import type { LivePeer } from "../live/peers/directory";
import type { FormatMeasure, FormatState } from "../own-formats/own-formats";
import type { Collector } from "./collector";
import { askForStatus, type CollectorPeers } from "./peer-status";

type Context = { engine: Pick<Collector, "formats">; peers: CollectorPeers };

/** What is worst for the lines of one collector is told. */
const WORST: readonly FormatState[] = ["refused", "resting", "active"];

/**
 * How own formats do at all collectors together, whichever process is asked. What another process does not tell in time
 * is left out.
 */
export async function readFormatMeasures({ engine, peers }: Context): Promise<FormatMeasure[]> {
  const own = engine.formats?.measure() ?? [];
  await peers.directory.look();
  const others = await Promise.all(
    [...peers.directory.peers.values()].map((peer) => measuresOf(peers, peer)),
  );
  const byName = Map.groupBy([...own, ...others.flat()], ({ name }) => name);
  return [...byName.values()].flatMap((measures) => [measures.reduce(together)]);
}

async function measuresOf(peers: CollectorPeers, peer: LivePeer): Promise<FormatMeasure[]> {
  const status = await askForStatus(peers, peer).catch(() => undefined);
  const formats = status?.formats ?? [];
  return formats.map(({ rests_until: until, ...told }) => ({
    ...told,
    steps: 0,
    restsUntilMs: until === null ? null : Date.parse(until),
  }));
}

function together(one: FormatMeasure, other: FormatMeasure): FormatMeasure {
  return {
    name: one.name,
    state: WORST.find((state) => state === one.state || state === other.state) ?? "active",
    restsUntilMs: Math.max(one.restsUntilMs ?? 0, other.restsUntilMs ?? 0) || null,
    lines: one.lines + other.lines,
    steps: one.steps + other.steps,
    costly: one.costly + other.costly,
    skipped: one.skipped + other.skipped,
  };
}
