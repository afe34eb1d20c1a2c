import { ProbeTrouble } from "#platform/probe/trouble";
import { hostNameIn } from "../clean-text";
import { inParallel } from "../in-parallel";
import type { HostnameSource, SweepFind } from "../models";
import type { Run } from "../run";
import { askAll } from "./datagram-round";
import { mdnsRound } from "./mdns";
import { netbiosRound } from "./netbios";
import { askReverseDns } from "./reverse-dns";
import { type DescriptionPlace, readDescription, serviceOf, ssdpRound } from "./ssdp";

/** All questions together, however many hosts there are. */
const LIMIT_MS = 20_000;
/** Of one description. */
const DESCRIPTION_MS = 2000;
const DESCRIPTIONS_AT_ONCE = 16;
const MAX_DESCRIPTIONS = 512;
/** Packets of ours for one of them. */
const DESCRIPTION_PACKETS = 4;

const NO_SERVER = "No name server answered; names by DNS are missing.";
const OUT_OF_TIME = "Names were asked for until their time of 20 s was over; some may be missing.";

/** Whom to believe first: who manages the network, the host itself, and last what was made for something else. */
const ORDER: readonly HostnameSource[] = ["dns", "mdns", "netbios", "tls", "ssdp"];

type Asking = Pick<Run, "pacer" | "signal">;
type Names = Map<string, Map<HostnameSource, string>>;

/**
 * Asks the hosts that were found for their names, for 20 s at most; gives what hindered it, in words. @throws the
 * signal's reason.
 */
export async function findNames(run: Run): Promise<string[]> {
  const { finds, progress, pacer } = run;
  const hosts = finds.all();
  if (!run.options.names || hosts.length === 0) return [];
  run.uses("names");
  progress.begin("names", hosts.length);
  const limit = AbortSignal.timeout(LIMIT_MS);
  const asking = { pacer, signal: AbortSignal.any([run.signal, limit]) };
  const names: Names = new Map();
  const note = (source: HostnameSource) => (address: string, name: string) => {
    const known = names.get(address) ?? new Map<HostnameSource, string>();
    names.set(address, known.set(source, name));
  };
  const addresses = hosts.map(({ address }) => address);
  const nearby = nearbyOf(run, addresses);
  const ipv4 = addresses.filter((address) => !address.includes(":"));
  const notes: string[] = [];
  const settled = await Promise.allSettled([
    askReverseDns(addresses, { ...asking, onName: note("dns"), onSilence: () => notes.push(NO_SERVER) }),
    askAll(mdnsRound(nearby.addresses, { from: nearby.from, onName: note("mdns") }), asking),
    askAll(netbiosRound(ipv4, note("netbios")), asking),
    readDescriptions(run, { ...nearby, asking, onName: note("ssdp") }),
  ]);
  for (const { address, services } of finds.all())
    noteTlsName(services, (name) => note("tls")(address, name));
  for (const [address, known] of names) learnName(run, { address, known });
  run.signal.throwIfAborted();
  for (const outcome of settled) {
    if (outcome.status === "fulfilled") continue;
    if (outcome.reason !== limit.reason) throw outcome.reason;
    notes.push(OUT_OF_TIME);
    break;
  }
  progress.add(hosts.length);
  finds.publish();
  return notes;
}

function learnName(
  { finds }: Run,
  { address, known }: { address: string; known: Map<HostnameSource, string> },
): void {
  for (const source of ORDER) {
    const hostname = known.get(source);
    if (hostname !== undefined) return finds.learn(address, { hostname, hostnameSource: source });
  }
}

/** Hosts of IPv4 that hear a multicast of ours, and the addresses of ours on their segments. */
function nearbyOf({ places }: Run, addresses: readonly string[]): { addresses: string[]; from: string[] } {
  const near = addresses.filter((address) => !address.includes(":") && places.isNearby(address));
  return { addresses: near, from: near.length === 0 ? [] : places.ownIpv4() };
}

type Descriptions = {
  addresses: readonly string[];
  from: readonly string[];
  asking: Asking;
  onName: (address: string, name: string) => void;
};

async function readDescriptions(run: Run, { addresses, from, asking, onName }: Descriptions): Promise<void> {
  const found = new Map<string, DescriptionPlace>();
  const onPlace = (address: string, place: DescriptionPlace) => void found.set(address, place);
  await askAll(ssdpRound(addresses, { from, onPlace }), asking);
  const some = [...found].slice(0, MAX_DESCRIPTIONS);
  await inParallel(some, DESCRIPTIONS_AT_ONCE, async ([address, place]) => {
    await asking.pacer.take(DESCRIPTION_PACKETS);
    try {
      const limits = { timeoutMs: DESCRIPTION_MS, signal: asking.signal };
      const description = await readDescription({ address, ...place }, limits);
      if (description === null) return;
      run.finds.learn(address, { services: [serviceOf(description, place.port)] });
      const name = hostNameIn(description.friendlyName);
      if (name !== null) onName(address, name);
    } catch (error) {
      // It has promised a description that is not there.
      if (!(error instanceof ProbeTrouble)) throw error;
    }
  });
}

/** A certificate for one host is made out in its name; one for many is not told apart. */
function noteTlsName(services: SweepFind["services"], note: (name: string) => void): void {
  const names = services.filter(({ kind }) => kind === "tls_names").map(({ text }) => text);
  const [first] = names;
  const name = first === undefined || first.includes(",") || first.includes("*") ? null : hostNameIn(first);
  if (name !== null) note(name);
}
