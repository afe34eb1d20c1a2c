import { type AddressedLine, AddressKeySet, hasIpv4Key } from "./address-keys";
import {
  type AddedPrefix,
  addAlphanumericNgrams,
  addAsciiLine,
  addLine,
  createLineMarks,
  createNgramFilter,
  isLetter,
  type LineMarks,
  type NgramFilter,
  NO_PREFIX,
} from "./ngram-filter";
import { NumberKeyList } from "./number-keys";
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
const FIRST_LENGTH = 4096;

/** A header that a line had. */
type KnownHeader = {
  header: number;
  shape: number;
  /** The row group in which it was gathered last; one with an address is gathered with each line. */
  rowGroup: number;
  hasAddress: boolean;
};

const encoder = new TextEncoder();

/** Of headers alone nobody asks for them. */
const unread = createNgramFilter();

/**
 * Gathers the skip index of a row group, line by line. Headers that lines share are passed over once they were
 * gathered. Its memory serves one row group after the other.
 */
export class SkipIndexGatherer {
  readonly #addressKeys = new AddressKeySet();
  readonly #numberKeys = new NumberKeyList();
  readonly #headers: (KnownHeader | undefined)[] = Array.from({ length: MAX_HEADERS });
  /** Of a line, with room for one of as many characters as it has for dots. */
  #marks: LineMarks = createLineMarks(FIRST_LENGTH);
  readonly #prefix: AddedPrefix = { ...NO_PREFIX };
  /** Names of senders of this row group, and the one that was met last. */
  readonly #hosts = new Set<string>();
  #lastHost: string | null = null;
  #ngrams: NgramFilter = createNgramFilter();
  #rowGroup = 0;
  /** Of the line that was added last. */
  #shape = 0;
  #areAddressesInFields = false;

  /** Forgets everything. */
  begin(): void {
    this.#ngrams = createNgramFilter();
    this.#addressKeys.begin();
    this.#numberKeys.begin();
    this.#hosts.clear();
    this.#lastHost = null;
    this.#rowGroup++;
  }

  /** Of the lines so far, in memory of its own. */
  take(): GatheredIndex {
    return {
      ngrams: this.#ngrams,
      addressKeys: this.#addressKeys.list(),
      numberKeys: this.#numberKeys.list(),
    };
  }

  /** The shape of the line that was added last (`addLine`). */
  get shape(): number {
    return this.#shape;
  }

  /** Whether the fields of that line have all addresses that its text has (`AddressKeySet.add`). */
  get areAddressesInFields(): boolean {
    return this.#areAddressesInFields;
  }

  /** Words of that line in which addresses may be read (`AddressKeySet.words`). */
  get lineAddresses(): string {
    return this.#addressKeys.words;
  }

  add(sender: string, line: GatheredLine): void {
    const isKnown = this.#addLine(line);
    const newHost = isKnown ? null : this.#newHostOf(line);
    if (newHost !== null) {
      addLine(newHost, this.#ngrams);
      this.#numberKeys.add(encoder.encode(newHost));
    }
    const marks = line.isAscii ? this.#marks : null;
    this.#areAddressesInFields = this.#addressKeys.add(sender, line, { newHost, marks });
  }

  /** The sender's name, where it is the first time in this row group. */
  #newHostOf({ fields: { sourceHost } }: GatheredLine): string | null {
    if (sourceHost === null || sourceHost === this.#lastHost) return null;
    this.#lastHost = sourceHost;
    if (this.#hosts.has(sourceHost)) return null;
    this.#hosts.add(sourceHost);
    return sourceHost;
  }

  /** Takes the n-grams and the numbers; gives whether the line's header was passed over. */
  #addLine(line: GatheredLine): boolean {
    if (!line.isAscii) {
      this.#shape = addLine(line.rawLog, this.#ngrams);
      this.#numberKeys.add(line.bytes);
      return false;
    }
    if (line.bytes.length > this.#marks.dots.length) this.#marks = createLineMarks(line.bytes.length * 2);
    const known = line.header === 0 ? undefined : this.#headerOf(line);
    const isKnown = known?.rowGroup === this.#rowGroup;
    this.#prefix.end = isKnown ? line.texts.message.start : NO_PREFIX.end;
    this.#prefix.shape = isKnown ? known.shape : NO_PREFIX.shape;
    this.#shape = addAsciiLine(line.bytes, this.#ngrams, this.#marks, this.#prefix);
    this.#addNumbers(line.bytes, this.#marks);
    if (isKnown) this.#addFraction(line);
    else if (known?.hasAddress === false) known.rowGroup = this.#rowGroup;
    return isKnown;
  }

  #addNumbers(bytes: Uint8Array, { numbers, numberCount }: LineMarks): void {
    for (let index = 0; index < numberCount; index++) this.#numberKeys.addAt(bytes, numbers[index] ?? 0);
  }

  /** The digits of a time's fraction, and the zone behind them, which no other line may have. */
  #addFraction({ bytes, fractionEnd }: GatheredLine): void {
    this.#numberKeys.addBefore(bytes, fractionEnd);
    if (isLetter(bytes[fractionEnd] ?? 0)) addAlphanumericNgrams(bytes, fractionEnd, this.#ngrams);
  }

  #headerOf({ header, bytes, texts }: GatheredLine): KnownHeader {
    const slot = header & (MAX_HEADERS - 1);
    const known = this.#headers[slot];
    if (known?.header === header) return known;
    const prefix = bytes.subarray(0, texts.message.start);
    const shape = addAsciiLine(prefix, unread, this.#marks, NO_PREFIX);
    const added = { header, shape, rowGroup: 0, hasAddress: hasIpv4Key(prefix) };
    this.#headers[slot] = added;
    return added;
  }
}
