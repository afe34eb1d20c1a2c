import { inGroups, inParallel } from "./in-parallel";
import type { Run } from "./run";
import { readServices } from "./services/read-services";

/** Of a connection: three round trips and then some; a host whose distance is not known has the longest. */
const MIN_TIMEOUT_MS = 500;
const MAX_TIMEOUT_MS = 1500;
const UNKNOWN_TIMEOUT_MS = 1000;
const GROUPS_AT_ONCE = 64;
/** Whose services are read at the same time. */
const HOSTS_AT_ONCE = 32;

type Target = { address: string; port: number };

/**
 * Finds which ports are open on the hosts that were found, one port of all hosts after another, and what their services
 * say. @throws the signal's reason.
 */
export async function checkPorts(run: Run): Promise<void> {
  const { options, pacer, finds, candidates, progress } = run;
  if (options.kind !== "basic_ports") return;
  const addresses = [...new Set([...finds.all().map(({ address }) => address), ...candidates.addresses()])];
  if (addresses.length === 0) return;
  progress.begin("ports", addresses.length * options.ports.length);
  run.uses("tcp");
  const targets = inGroups(untried(run, addresses), pacer.grain);
  await inParallel(targets, GROUPS_AT_ONCE, async (group) => {
    const results = await run.asker.connect(group, timeoutOf(run, group));
    for (const [index, { verdict, afterMs }] of results.entries()) {
      const target = group[index];
      if (target === undefined || verdict !== "open") continue;
      const isNew = (finds.get(target.address)?.roundTripMs ?? null) === null;
      finds.learn(target.address, {
        by: "tcp",
        openPort: target.port,
        ...(isNew && { roundTripMs: afterMs }),
      });
    }
    progress.add(group.length);
  });
  finds.publish();
  await readEveryService(run);
}

/** Reads what the services on the open ports of the hosts say of themselves. @throws the signal's reason. */
export async function readEveryService(run: Run): Promise<void> {
  const { finds } = run;
  await inParallel(finds.all(), HOSTS_AT_ONCE, async ({ address, openPorts }) => {
    if (openPorts.length === 0) return;
    finds.learn(address, { services: await readServices(run, { address, openPorts }) });
    finds.publish(address);
  });
}

function* untried({ options, candidates }: Run, addresses: readonly string[]): Generator<Target> {
  for (const port of new Set(options.ports)) {
    for (const address of addresses) {
      if (!candidates.hasAnswered(address, port)) yield { address, port };
    }
  }
}

function timeoutOf({ finds }: Run, targets: readonly Target[]): number {
  const times = targets.map(({ address }) => {
    const roundTripMs = finds.get(address)?.roundTripMs;
    return roundTripMs === null || roundTripMs === undefined
      ? UNKNOWN_TIMEOUT_MS
      : 3 * roundTripMs + MIN_TIMEOUT_MS;
  });
  return Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, ...times));
}
