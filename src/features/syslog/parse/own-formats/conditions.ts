import ipaddr from "ipaddr.js";
import type { Line } from "../line";
import type { OwnConditions } from "./definition";

/** Whether a line may be a format's, as far as its conditions say. */
export type Condition = (line: Line, sender: string) => boolean;

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Senders whose answer is remembered. */
const MAX_SENDERS = 4096;

/** The network that an address or a prefix names; undefined where it is neither. */
export function readNetwork(text: string): Network | undefined {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    // What is no address is said by its place in the answer: there is nothing else in the error.
    return undefined;
  }
}

/** The conditions of a format as one question, the cheapest first; undefined: there are none. */
export function compileConditions({
  senders,
  apps,
  facilities,
  contains,
}: OwnConditions): Condition | undefined {
  const all: Condition[] = [];
  if (facilities.length > 0) {
    const wanted = new Set<number | null>(facilities);
    all.push(({ message }) => wanted.has(message.facility));
  }
  if (apps.length > 0) {
    const wanted = new Set<string | null>(apps.map((app) => app.toLowerCase()));
    all.push(({ message }) => wanted.has(message.app?.toLowerCase() ?? null));
  }
  if (senders.length > 0) {
    const isWanted = createSenderTest(senders);
    all.push((_, sender) => isWanted(sender));
  }
  for (const text of contains) all.push((line) => line.text.includes(text));
  if (all.length === 0) return undefined;
  return (line, sender) => all.every((holds) => holds(line, sender));
}

function createSenderTest(senders: readonly string[]): (sender: string) => boolean {
  const networks = senders.map(readNetwork).filter((network) => network !== undefined);
  const known = new Map<string, boolean>();
  const find = (sender: string): boolean => {
    if (!ipaddr.isValid(sender)) return false;
    const address = ipaddr.process(sender);
    return networks.some((network) => network[0].kind() === address.kind() && address.match(network));
  };
  return (sender) => {
    let isWanted = known.get(sender);
    if (isWanted === undefined) {
      isWanted = find(sender);
      if (known.size >= MAX_SENDERS) known.clear();
      known.set(sender, isWanted);
    }
    return isWanted;
  };
}
