import type { EchoAnswer } from "#platform/echo/answer";
import { parseAddress } from "#platform/ip";
import { readNeighbours } from "#platform/network/neighbours";
import type { ConnectResult, ConnectTarget } from "#platform/scan/protocol";
import { inGroups, inParallel } from "./in-parallel";
import { numberOf } from "./places";
import type { Run } from "./run";

/** How long the answers of the first and of the second request are waited for. The second finds hosts that slept. */
const ARP_TIMEOUTS_MS = [500, 1000];
/** Without an answer to know its distance by. */
const CONNECT_TIMEOUT_MS = 1000;
/** Groups of addresses that are under way together: what a few seconds send. */
const GROUPS_AT_ONCE = 150;

type Group = {
  /** By segment. */
  onSegments: Map<number, string[]>;
  neighbours: string[];
  others: string[];
};

/**
 * Finds the hosts. On a segment all addresses are asked by ARP, and by ICMP those that answered, so that dead ones do
 * not fill the kernel's table of neighbours. All others are asked by ICMP twice, or by connections the second time,
 * where ports are asked for anyway.
 * @throws the signal's reason.
 */
export async function lookForHosts(run: Run): Promise<void> {
  const { options, pacer, progress } = run;
  progress.begin("looking", options.count);
  const groups = inGroups(options.addresses, pacer.grain);
  await inParallel(groups, GROUPS_AT_ONCE, async (addresses) => {
    const { onSegments, neighbours, others } = sortByPlace(run, addresses);
    await Promise.all([
      ...[...onSegments].map(([segment, asked]) => lookOnSegment(run, { segment, addresses: asked })),
      lookAtNeighbours(run, neighbours),
      lookFarther(run, others),
    ]);
    progress.add(addresses.length);
  });
}

function sortByPlace({ places, omitted }: Run, addresses: readonly string[]): Group {
  const group: Group = { onSegments: new Map(), neighbours: [], others: [] };
  for (const address of addresses) {
    const place = places.of(address);
    switch (place.kind) {
      case "segment": {
        const asked = group.onSegments.get(place.segment) ?? [];
        asked.push(address);
        group.onSegments.set(place.segment, asked);
        break;
      }
      case "neighbour":
        group.neighbours.push(address);
        break;
      case "containers":
        omitted.set(place.interfaceName, (omitted.get(place.interfaceName) ?? 0) + 1);
        break;
      case "nobody":
        break;
      case "own":
      case "far":
        group.others.push(address);
        break;
    }
  }
  return group;
}

async function lookOnSegment(
  run: Run,
  { segment, addresses }: { segment: number; addresses: readonly string[] },
): Promise<void> {
  const { asker, finds } = run;
  run.uses("arp");
  for (const timeoutMs of ARP_TIMEOUTS_MS) {
    const silent = addresses.filter((address) => !finds.has(address));
    if (silent.length === 0) break;
    const numbers = silent.flatMap((text) => {
      const address = parseAddress(text);
      return address === undefined ? [] : numberOf(address);
    });
    await asker.askByArp(segment, { addresses: numbers, timeoutMs });
  }
  const present = addresses.filter((address) => finds.has(address));
  if (present.length === 0 || !asker.canEcho(run.options.count)) return;
  await echo(run, present);
}

/**
 * ARP may not ask them, so the kernel does it for us: whoever it has heard of is there, even if nothing else answers.
 */
async function lookAtNeighbours(run: Run, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  run.uses("neighbours");
  await lookFarther(run, addresses);
  const silent = new Set(addresses.filter((address) => !run.finds.has(address)));
  if (silent.size === 0) return;
  for (const { address, macAddress, isReachable } of readNeighbours()) {
    if (isReachable && silent.has(address)) run.finds.learn(address, { by: "neighbour", macAddress });
  }
}

async function lookFarther(run: Run, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const { asker, options } = run;
  if (!asker.canEcho(options.count)) return knock(run, addresses);
  const silent = await echo(run, addresses);
  if (silent.length === 0) return;
  await (options.kind === "ping" ? echo(run, silent) : knock(run, silent));
}

/** Gives those that are worth to be asked again. */
async function echo(run: Run, addresses: readonly string[]): Promise<string[]> {
  run.uses("icmp");
  const answers = await run.asker.echo(addresses, run.knocks);
  for (const { address, received, minMs, method } of answers) {
    if (received === 0) continue;
    run.finds.learn(address, { by: method === "tcp" ? "tcp" : "icmp", roundTripMs: minMs ?? 0 });
  }
  return answers.filter((answer) => isSilent(run, answer)).map(({ address }) => address);
}

/** A host that is not there at its router's word is not asked again. */
function isSilent(run: Run, { received, trouble }: EchoAnswer): boolean {
  if (received > 0) return false;
  if (trouble === null) return true;
  if (trouble.kind !== "unreachable") run.noteUnasked(trouble.message);
  return false;
}

/**
 * Asks by connections. One that is taken shows a host; one that is refused may be a firewall's word, and is a reason to
 * ask for other ports only.
 */
async function knock(run: Run, addresses: readonly string[]): Promise<void> {
  run.uses("tcp");
  const targets = addresses.flatMap((address) => run.knocks.map((port) => ({ address, port })));
  for (const group of inGroups(targets, run.pacer.grain)) {
    const results = await run.asker.connect(group, CONNECT_TIMEOUT_MS);
    for (const [index, { verdict, afterMs }] of results.entries()) {
      const target = group[index];
      if (target === undefined) continue;
      noteConnection(run, target, { verdict, afterMs });
    }
  }
}

function noteConnection(
  { candidates, finds, options, noteUnasked }: Run,
  { address, port }: ConnectTarget,
  { verdict, afterMs }: ConnectResult,
): void {
  if (verdict === "unasked") noteUnasked("a connection could not be begun");
  if (verdict === "open" || verdict === "refused") candidates.note(address, port);
  if (verdict !== "open") return;
  const isWanted = options.kind === "basic_ports";
  finds.learn(address, { by: "tcp", roundTripMs: afterMs, ...(isWanted && { openPort: port }) });
}
