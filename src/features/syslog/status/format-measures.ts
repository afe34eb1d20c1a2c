import { askForJson } from "#platform/peers/ask";
import type { LivePeer } from "../live/peers/directory";
import type { FormatMeasure, FormatState } from "../own-formats/own-formats";
import type { Collector } from "./collector";
import { CollectorStatus } from "./models";
import { type CollectorPeers, STATUS_QUESTION } from "./peer-status";

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
  const others = await Promise.all([...peers.directory.peers.values()].map((peer) => askPeer(peers, peer)));
  const byName = Map.groupBy([...own, ...others.flat()], ({ name }) => name);
  return [...byName.values()].flatMap((measures) => [measures.reduce(together)]);
}

async function askPeer({ key, log }: CollectorPeers, peer: LivePeer): Promise<FormatMeasure[]> {
  try {
    const { formats } = CollectorStatus.parse(await askForJson(key, peer, STATUS_QUESTION));
    return formats.map(({ rests_until: until, ...told }) => ({
      ...told,
      steps: 0,
      restsUntilMs: until === null ? null : Date.parse(until),
    }));
  } catch (error) {
    log.debug({ err: error, address: peer.address }, "cannot ask another process how its formats do");
    return [];
  }
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
