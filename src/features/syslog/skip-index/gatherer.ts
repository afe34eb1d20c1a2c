import { type AddressedLine, AddressKeySet, hasIpv4Key } from "./address-keys";
import {
  type AddedPrefix,
  addAlphanumericNgrams,
  addAsciiLine,
  addLine,
  createNgramFilter,
  type Ipv4Candidates,
  isLetter,
  type NgramFilter,
  NO_PREFIX,
} from "./ngram-filter";
import type { GatheredIndex } from "./skip-index";

/** What of a parsed line is gathered. */
export type GatheredLine = AddressedLine & {
  readonly isAscii: boolean;
  readonly rawLog: string;
  readonly texts: Readonly<{ message: Readonly<{ start: number }> }>;
  readonly fields: Readonly<{ sourceHost: string | null }>;
  /**
   * Lines of the same number are the same up to their message but for the digits of their time's fraction, which end
   * at `fractionEnd`; 0: no such line is known.
   */
  readonly header: number;
  readonly fractionEnd: number;
};

/** More than are met in a second, after which those of other seconds follow. A power of two. */
const MAX_HEADERS = 8192;
const FIRST_CANDIDATES = 4096;

/** A header that a line had. */
type KnownHeader = {
  header: number;
  shape: number;
  /** The row group in which it was gathered last; one with an address is gathered with each line. */
  rowGroup: number;
  hasAddress: boolean;
};

/** Of headers alone nobody asks for them. */
const unread = createNgramFilter();

/**
 * Gathers the skip index of a row group, line by line. Headers that lines share are passed over once they were
 * gathered. Its memory serves one row group after the other.
 */
export class SkipIndexGatherer {
  readonly #addressKeys = new AddressKeySet();
  readonly #headers: (KnownHeader | undefined)[] = Array.from({ length: MAX_HEADERS });
  readonly #candidates: Ipv4Candidates = { offsets: new Int32Array(FIRST_CANDIDATES), count: 0 };
  readonly #prefix: AddedPrefix = { ...NO_PREFIX };
  #ngrams: NgramFilter = createNgramFilter();
  #rowGroup = 0;
  /** Of the line that was added last. */
  #shape = 0;
  #areAddressesInFields = false;

  /** Forgets everything. */
  begin(): void {
    this.#ngrams = createNgramFilter();
    this.#addressKeys.begin();
    this.#rowGroup++;
  }

  /** Of the lines so far, in memory of its own. */
  take(): GatheredIndex {
    return { ngrams: this.#ngrams, addressKeys: this.#addressKeys.list() };
  }

  /** The shape of the line that was added last (`addLine`). */
  get shape(): number {
    return this.#shape;
  }

  /** Whether the fields of that line have all addresses that its text has (`AddressKeySet.add`). */
  get areAddressesInFields(): boolean {
    return this.#areAddressesInFields;
  }

  add(sender: string, line: GatheredLine): void {
    const isKnown = this.#addNgrams(line);
    const { sourceHost } = line.fields;
    if (!isKnown && sourceHost !== null) addLine(sourceHost, this.#ngrams);
    const newHost = isKnown ? null : sourceHost;
    const candidates = line.isAscii ? this.#candidates : null;
    this.#areAddressesInFields = this.#addressKeys.add(sender, line, { newHost, candidates });
  }

  /** Gives whether the line's header was passed over. */
  #addNgrams(line: GatheredLine): boolean {
    if (!line.isAscii) {
      this.#shape = addLine(line.rawLog, this.#ngrams);
      return false;
    }
    if (line.bytes.length > this.#candidates.offsets.length)
      this.#candidates.offsets = new Int32Array(line.bytes.length * 2);
    const known = line.header === 0 ? undefined : this.#headerOf(line);
    const isKnown = known?.rowGroup === this.#rowGroup;
    this.#prefix.end = isKnown ? line.texts.message.start : NO_PREFIX.end;
    this.#prefix.shape = isKnown ? known.shape : NO_PREFIX.shape;
    this.#shape = addAsciiLine(line.bytes, this.#ngrams, this.#candidates, this.#prefix);
    if (isKnown) this.#addFraction(line);
    else if (known?.hasAddress === false) known.rowGroup = this.#rowGroup;
    return isKnown;
  }

  /** The digits of a time's fraction, and the zone behind them, which no other line may have. */
  #addFraction({ bytes, fractionEnd }: GatheredLine): void {
    if (isLetter(bytes[fractionEnd] ?? 0)) addAlphanumericNgrams(bytes, fractionEnd, this.#ngrams);
  }

  #headerOf({ header, bytes, texts }: GatheredLine): KnownHeader {
    const slot = header & (MAX_HEADERS - 1);
    const known = this.#headers[slot];
    if (known?.header === header) return known;
    const octets = bytes.subarray(0, texts.message.start);
    const shape = addAsciiLine(octets, unread, this.#candidates, NO_PREFIX);
    const added = { header, shape, rowGroup: 0, hasAddress: hasIpv4Key(octets) };
    this.#headers[slot] = added;
    return added;
  }
}
