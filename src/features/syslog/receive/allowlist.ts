import { isInNetworks, parseAddress, parseNetwork, type Network } from "#platform/ip";

/** A sender as it is stored, and whether its messages are taken. */
export type Sender = { text: string; isAllowed: boolean };

/** Senders remembered per generation; at most two generations are held. */
const GENERATION_SIZE = 2048;

/**
 * Says of a peer's address who it is and whether the allowlist (addresses and CIDRs of both families; empty =
 * everybody) lets it in. An IPv4 address in its IPv6 form (::ffff:a.b.c.d) is the IPv4 address, on both sides. What was
 * found is remembered for up to 4,096 addresses.
 */
export class SenderTable {
  readonly #networks: readonly Network[];
  #young = new Map<string, Sender>();
  #old = new Map<string, Sender>();

  /** @throws with every entry that is neither an address nor a CIDR. */
  constructor(allowlist: readonly string[]) {
    const wrong = allowlist.filter((entry) => parseNetwork(entry) === undefined);
    if (wrong.length > 0) throw new Error(`cannot read the sender allowlist: ${wrong.join(", ")}`);
    this.#networks = allowlist.flatMap((entry) => parseNetwork(entry) ?? []);
  }

  /** `address` as the socket gives it. */
  find(address: string): Sender {
    const known = this.#young.get(address);
    if (known !== undefined) return known;
    const sender = this.#old.get(address) ?? this.#evaluate(address);
    if (this.#young.size >= GENERATION_SIZE) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(address, sender);
    return sender;
  }

  #evaluate(address: string): Sender {
    // A link-local peer carries its interface ("fe80::1%eth0"), which is ours, not the sender's.
    const [bare = address] = address.split("%");
    const parsed = parseAddress(bare);
    const isListed = parsed !== undefined && isInNetworks(parsed, this.#networks);
    return { text: parsed?.toString() ?? bare, isAllowed: this.#networks.length === 0 || isListed };
  }
}
