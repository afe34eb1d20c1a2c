import { askDnsByDatagram, createDnsQuery } from "#platform/dns/query";
import { type NameServerList, systemNameServers } from "#platform/dns/system-servers";
import { OutOfTimeError, ProbeTrouble } from "#platform/probe/trouble";
import { hostNameIn } from "../clean-text";
import { inParallel } from "../in-parallel";
import type { Pacer } from "../pacer";

const TIMEOUT_MS = 1000;
const QUESTIONS_AT_ONCE = 32;
/** After so many without an answer, one after another, nobody is asked any more. */
const MAX_SILENT = 32;
/** How long an answer is kept, and how many are. */
const NAMED_MS = 600_000;
const NAMELESS_MS = 60_000;
const MAX_KEPT = 8192;

type Kept = { name: string | null; until: number };

/** Of all sweeps of this process. */
const kept = new Map<string, Kept>();

type Asking = {
  pacer: Pacer;
  signal: AbortSignal;
  onName: (address: string, name: string) => void;
  /** Servers do not answer, so the rest is not asked. */
  onSilence: () => void;
  /** In place of those that this machine asks. */
  servers?: NameServerList;
};

/** The names of addresses in DNS, some minutes old at most. @throws the signal's reason. */
export async function askReverseDns(addresses: readonly string[], asking: Asking): Promise<void> {
  const { pacer, signal, onName, onSilence, servers = systemNameServers() } = asking;
  let silent = 0;
  await inParallel(addresses, QUESTIONS_AT_ONCE, async (address) => {
    const known = kept.get(address);
    if (known !== undefined && known.until > performance.now()) {
      if (known.name !== null) onName(address, known.name);
      return;
    }
    if (silent >= MAX_SILENT) return;
    await pacer.take(1);
    const name = await nameOf(address, { servers, signal });
    if (name === undefined) {
      silent++;
      return;
    }
    silent = 0;
    keep(address, name);
    if (name !== null) onName(address, name);
  });
  if (silent >= MAX_SILENT) onSilence();
}

/** Null: it has none; undefined: no server answered. */
async function nameOf(
  address: string,
  { servers, signal }: { servers: NameServerList; signal: AbortSignal },
): Promise<string | null | undefined> {
  const query = createDnsQuery(address, "PTR");
  for (const server of servers) {
    try {
      const { packet } = await askDnsByDatagram(server, query, { timeoutMs: TIMEOUT_MS, signal });
      for (const record of packet.answers ?? []) {
        const name =
          record.type === "PTR" && typeof record.data === "string" ? hostNameIn(record.data) : null;
        if (name !== null) return name;
      }
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProbeTrouble || error instanceof OutOfTimeError)) throw error;
    }
  }
  return undefined;
}

function keep(address: string, name: string | null): void {
  kept.delete(address);
  kept.set(address, { name, until: performance.now() + (name === null ? NAMELESS_MS : NAMED_MS) });
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
}
