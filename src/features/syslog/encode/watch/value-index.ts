import type { EventColumn } from "../../event/columns";
import type { ByteRange } from "../../event/byte-range";
import type { Subnet } from "../../query/subnet";
import { columnReader, type ColumnReader, ipv4OfText, type LineView, NO_IPV4 } from "./line-view";
import { NetworkIndex } from "./network-index";
import { ipv4Range } from "./pattern-tests";

/** Of FNV-1a with 32 bits. */
const OFFSET_BASIS = 0x81_1c_9d_c5 | 0;
const PRIME = 0x01_00_01_93;

/** By the values of one column: what is to be looked at where a line has one of them. */
export class ValueIndex<Entry> {
  readonly #reader: ColumnReader;
  readonly #byValue = new Map<string | number | boolean | null, Entry[]>();
  /**
   * The same for values that stand in the line: addresses of version 4 by their number, other texts by a hash, which
   * some may share.
   */
  readonly #byAddress = new Map<number, Entry[]>();
  readonly #byHash = new Map<number, Entry[]>();
  readonly #networks = new NetworkIndex<Entry>();
  /** Of networks of version 6. */
  readonly #others: Entry[] = [];

  constructor(column: EventColumn) {
    this.#reader = columnReader(column);
  }

  addValue(value: string | number, entry: Entry): void {
    append(this.#byValue, value, entry);
    if (typeof value !== "string") return;
    const address = ipv4OfText(value);
    if (address === NO_IPV4) append(this.#byHash, hashOf(Buffer.from(value)), entry);
    else append(this.#byAddress, address, entry);
  }

  addSubnet(subnet: Subnet, entry: Entry): void {
    const range = ipv4Range(subnet);
    if (range === undefined) this.#others.push(entry);
    else this.#networks.add(range, entry);
  }

  /** Once all is added. */
  prepare(): void {
    this.#networks.prepare();
  }

  /** Offers what the line may concern; it may be offered twice, and not all of it is certain. */
  visit(view: LineView, offer: (entry: Entry) => void): void {
    const range = this.#reader.rangeOf(view);
    const hasNetworks = this.#networks.size > 0 || this.#others.length > 0;
    const isAddressed = hasNetworks || (range !== undefined && this.#byAddress.size > 0);
    const address = isAddressed ? this.#reader.ipv4(view) : NO_IPV4;
    const entries =
      range === undefined ? this.#entriesOf(view) : this.#entriesAt(view.line.bytes, range, address);
    if (entries !== undefined) for (const entry of entries) offer(entry);
    if (hasNetworks) this.#offerNetworks(address, offer);
  }

  #entriesOf(view: LineView): readonly Entry[] | undefined {
    if (this.#byValue.size === 0) return undefined;
    const value = this.#reader.read(view);
    return value === null ? undefined : this.#byValue.get(value);
  }

  #entriesAt(bytes: Uint8Array, range: ByteRange, address: number): readonly Entry[] | undefined {
    if (address !== NO_IPV4) return this.#byAddress.get(address);
    if (this.#byHash.size === 0) return undefined;
    let hash = OFFSET_BASIS;
    for (let index = range.start; index < range.end; index++)
      hash = Math.imul(hash ^ (bytes[index] ?? 0), PRIME);
    return this.#byHash.get(hash);
  }

  #offerNetworks(address: number, offer: (entry: Entry) => void): void {
    const entries = address === NO_IPV4 ? this.#others : this.#networks.find(address);
    for (const entry of entries) offer(entry);
  }
}

function hashOf(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, PRIME), OFFSET_BASIS);
}

function append<Key, Entry>(entries: Map<Key, Entry[]>, key: Key, entry: Entry): void {
  const known = entries.get(key);
  if (known === undefined) entries.set(key, [entry]);
  else known.push(entry);
}
