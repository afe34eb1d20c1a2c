import type { Reachability } from "#platform/echo/reachability";
import type { SweepFind, SweepSummary } from "./models";
import type { Method, Run } from "./run";

/** From so many addresses on, one MAC address is more likely a router's than a host's. */
const MANY_ADDRESSES = 32;

const METHODS: readonly Method[] = ["nmap", "arp", "icmp", "tcp", "neighbours", "names"];

type Course = {
  run: Run;
  used: ReadonlySet<Method>;
  /** Why addresses could not be asked, and how many. */
  unasked: ReadonlyMap<string, number>;
  reachability: Reachability;
  /** Null: all was asked in time. */
  endedAt: { seconds: number } | null;
  notes: readonly string[];
};

/** What came of a sweep, how it asked, and what would have found more. */
export function summaryOf(course: Course): SweepSummary {
  const { run, endedAt } = course;
  return {
    found: run.finds.size,
    isWhole: endedAt === null && run.asker.unsent === 0,
    methods: methodsOf(course),
    notes: [
      ...notesOfTime(course),
      ...notesOfRights(course),
      ...[...run.omitted].map(
        ([name, count]) =>
          `${count} addresses behind ${name}, a network of containers on this machine, were left out.`,
      ),
      ...[...course.unasked].map(([reason, count]) => `${count} addresses could not be asked: ${reason}.`),
      ...notesOfProxies(run.finds.all()),
      ...course.notes,
    ],
  };
}

function methodsOf({ run, used, reachability }: Course): string[] {
  const { options, asker } = run;
  const interfaces = [...new Set(asker.segments.map(({ interfaceName }) => interfaceName))];
  const ports = run.knocks.join(", ");
  const words: Record<Method, string> = {
    nmap: options.kind === "ping" ? "nmap -sn" : `nmap -sT, ${options.ports.length} ports`,
    arp: `ARP on ${interfaces.join(", ")}`,
    icmp: reachability.status.description,
    tcp: options.kind === "ping" ? `TCP connections to ports ${ports}` : "TCP connections",
    neighbours: "the kernel's table of neighbours",
    names: "names by DNS, multicast DNS, NetBIOS and SSDP",
  };
  return METHODS.filter((method) => used.has(method)).map((method) => words[method]);
}

function notesOfTime({ run, endedAt }: Course): string[] {
  if (endedAt === null) return [];
  const { phase, asked, count } = run.progress.now;
  const what = { looking: "addresses", ports: "connections", names: "hosts' names" }[phase];
  return [`The time of ${endedAt.seconds} s was over when ${asked} of ${count} ${what} had been asked.`];
}

function notesOfRights({ run, used, reachability }: Course): string[] {
  const { improvement } = reachability.status;
  const refused = [...new Set(run.asker.refused.map(({ interfaceName }) => interfaceName))];
  const arp =
    refused.length === 0 || !used.has("neighbours")
      ? []
      : [
          `ARP could not be used on ${refused.join(", ")}: it needs CAP_NET_RAW. Neighbours that answer neither ICMP nor connections may be missing.`,
        ];
  const canBetter = improvement !== null && (used.has("icmp") || used.has("tcp"));
  return [...arp, ...(canBetter ? [`A better way to ask would need: ${improvement}.`] : [])];
}

/** A router that answers by ARP in the name of others (RFC 1027) makes hosts of addresses that may have none. */
function notesOfProxies(finds: readonly SweepFind[]): string[] {
  const counts = new Map<string, number>();
  for (const { macAddress, answeredBy } of finds) {
    if (macAddress === null || !answeredBy.includes("arp")) continue;
    counts.set(macAddress, (counts.get(macAddress) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MANY_ADDRESSES)
    .map(
      ([macAddress, count]) =>
        `${macAddress} answered for ${count} addresses; if it is a router, some of them may have no host.`,
    );
}
