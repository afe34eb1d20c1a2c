import { join } from "node:path";
import pino from "pino";
import { openReachability, type Reachability } from "#platform/echo/reachability";
import { parseNetwork } from "#platform/ip";
import type {
  SweepFind,
  SweepKind,
  SweepOptions,
  SweepProgress,
  SweepSummary,
} from "../../../../src/features/discovery/sweep/models";
import { dotted, numberOf } from "../../../../src/features/discovery/sweep/places";
import { runInNetwork } from "../../../support/network-namespace";

/**
 * One sweep of a process; `before` is a line of shell, in whose environment `router` is the process in the other
 * network.
 */
export type Step = {
  before?: string;
  targets: string[];
  kind?: SweepKind;
  ports?: number[];
  names?: boolean;
  limitMs?: number;
};

export type StepOutcome = {
  finds: SweepFind[];
  summary: SweepSummary;
  progress: SweepProgress[];
  tookMs: number;
  /** Neighbours of IPv6 that the kernel knew then. */
  learned: string[];
};

const FIXTURES = join(import.meta.dir, "fixtures");

/** What the hosts of the segment do that `fixtures/hosts.ts` plays. */
export function readConfiguration() {
  return {
    web: { address: "10.20.0.10", title: "Reception &amp; more" },
    ssh: { address: "10.20.0.11", banner: "SSH-2.0-OpenSSH_10.0 Debian-5" },
    /** It has a port open that nobody asks for. */
    refuseAll: "10.66.0.7",
    mdns: { address: "10.20.0.12", name: "anna-laptop.local" },
    group: { address: "10.20.0.13", name: "speaker.local" },
    netbios: { address: "10.20.0.14", name: "BUCHHALTUNG" },
    ssdp: { address: "10.20.0.15", friendlyName: "Living Room TV" },
  };
}

/** All addresses of an IPv4 network, or the address itself. */
export function addressesOf(target: string): string[] {
  const network = parseNetwork(target);
  if (network === undefined) throw new Error(`our bug: ${target}`);
  const { address, prefixLength } = network;
  if (address.kind() === "ipv6") return [target];
  return Array.from({ length: 2 ** (32 - prefixLength) }, (_, index) => dotted(numberOf(address) + index));
}

/** Runs the steps in a process and a network of its own. `runner`: the words that run Bun. */
export async function sweepInNetwork(
  setup: readonly string[],
  steps: readonly Step[],
  runner: readonly string[] = [process.execPath],
): Promise<StepOutcome[]> {
  const command = [...runner, join(FIXTURES, "sweep.ts"), JSON.stringify(steps)];
  return JSON.parse(await runInNetwork(setup, { command }));
}

/** Starts the hosts in the other network, and waits until they are there; `ready` is a file that they make. */
export function playHosts(ready: string): string[] {
  return [
    `nsenter --target $router --net ${process.execPath} ${join(FIXTURES, "hosts.ts")} ${ready} & hosts=$!`,
    "trap 'kill $hosts $router' EXIT",
    `while [ ! -e ${ready} ]; do sleep 0.01; done`,
  ];
}

export function openHere(kinds?: []): Promise<Reachability> {
  return openReachability({
    log: pino({ level: "silent" }),
    ...(kinds === undefined ? {} : { kinds, path: "/nowhere" }),
  });
}

/** A sweep of loopback addresses, with what a test says otherwise. */
export function optionsFor(addresses: readonly string[], given: Partial<SweepOptions> = {}): SweepOptions {
  return {
    addresses,
    count: addresses.length,
    kind: "ping",
    ports: [],
    packetsPerSecond: 5000,
    limitMs: 30_000,
    names: false,
    signal: new AbortController().signal,
    ...given,
  };
}

/** Keeps what a sweep tells. */
export function createSink() {
  const finds = new Map<string, SweepFind>();
  const progress: SweepProgress[] = [];
  return {
    finds,
    progress,
    onFind: (find: SweepFind) => void finds.set(find.address, find),
    onProgress: (told: SweepProgress) => void progress.push(told),
  };
}
