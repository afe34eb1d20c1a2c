import { oneLine } from "#platform/one-line";
import { OutOfTimeError, ProbeTrouble } from "#platform/probe/trouble";
import { NO_IDENTITY, readAgentIdentity, type AgentIdentity } from "#platform/snmp/identity";
import { patienceOf } from "#platform/snmp/read";
import { SnmpSession, type Agent } from "#platform/snmp/session";
import { describeBrokenOff } from "#platform/snmp/words";
import { readCdp } from "./cdp";
import type { Heard, HeardNeighbour, Protocol } from "./heard";
import { readLldp } from "./lldp";

/** Of each table. */
const MAX_ROWS = 512;
/** Of a whole scan. */
const LONGEST_MS = 30_000;

export type Scan =
  | { neighbours: HeardNeighbour[]; notes: string[]; isComplete: boolean; identity: AgentIdentity }
  /** Why nothing could be read. */
  | { error: string };

const TITLES: Record<Protocol, string> = { lldp: "LLDP", cdp: "CDP" };

/**
 * What an agent has heard of its neighbours by LLDP and CDP, at most 512 rows of each table, within 30 s. Tables that
 * it breaks off are given as far as they came, and noted.
 * @throws the signal's reason.
 */
export async function scanAgent(agent: Agent, signal: AbortSignal): Promise<Scan> {
  const options = {
    timeoutMs: patienceOf(agent.access, LONGEST_MS),
    signal,
    mostRows: MAX_ROWS,
    endsAt: performance.now() + LONGEST_MS,
  };
  let session: SnmpSession | undefined;
  try {
    session = await SnmpSession.open(agent);
    // One after the other: the first says whether anybody is there.
    const lldp = await readLldp({ session, options });
    const cdp = await readCdp({ session, options }).catch(toNothingHeard);
    const identity =
      isSilent(lldp) || isSilent(cdp) ? NO_IDENTITY : await readAgentIdentity(session, options);
    const heard: { protocol: Protocol; result: Heard }[] = [
      { protocol: "lldp", result: lldp },
      { protocol: "cdp", result: cdp },
    ];
    const notes = heard.flatMap(({ protocol, result: { brokenOff } }) =>
      brokenOff === null ? [] : [`${TITLES[protocol]}: ${describeBrokenOff(brokenOff, MAX_ROWS)}`],
    );
    const neighbours = firstOfEach(heard.flatMap(({ result }) => result.neighbours));
    return { neighbours, notes, isComplete: notes.length === 0, identity };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProbeTrouble) return { error: oneLine(error.message) };
    throw error;
  } finally {
    session?.close();
  }
}

function isSilent({ brokenOff }: Heard): boolean {
  return brokenOff === "time";
}

/** What LLDP has given is not lost with it. */
function toNothingHeard(error: unknown): Heard {
  if (!(error instanceof ProbeTrouble)) throw error;
  return { neighbours: [], brokenOff: error instanceof OutOfTimeError ? "time" : "trouble" };
}

/** A chassis that is heard several times at one port is one neighbour there. */
function firstOfEach(neighbours: readonly HeardNeighbour[]): HeardNeighbour[] {
  const kept = new Map<string, HeardNeighbour>();
  for (const neighbour of neighbours) {
    const { protocol, localPortIndex, remoteChassisId } = neighbour;
    const key = `${protocol} ${localPortIndex} ${remoteChassisId}`;
    if (!kept.has(key)) kept.set(key, neighbour);
  }
  return [...kept.values()];
}
