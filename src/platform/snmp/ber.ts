/** Tags of ASN.1 and of SNMP's own types (RFC 3416 section 3, RFC 2578 section 7.1). */
export const TAG = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
} as const;

const MAX_LENGTH_OCTETS = 4;
const MAX_INTEGER_OCTETS = 5;
/** RFC 2578 section 3.5. */
const MAX_SUBIDENTIFIERS = 128;
const MAX_SUBIDENTIFIER = 2 ** 32 - 1;
const NOTHING = Buffer.alloc(0);

/**
 * Reads octets as BER (ITU-T X.690) in the part that SNMP uses: short tags and definite lengths. It never throws: what
 * breaks a rule or a bound makes it, and every reader that comes of the same one, broken, and what is read from then on
 * is empty.
 */
export class BerReader {
  readonly #octets: Buffer;
  readonly #end: number;
  /** Shared by all readers of one message. */
  readonly #state: { isBroken: boolean };
  #offset: number;

  private constructor(octets: Buffer, range: { start: number; end: number }, state: { isBroken: boolean }) {
    this.#octets = octets;
    this.#offset = range.start;
    this.#end = range.end;
    this.#state = state;
  }

  static of(octets: Buffer): BerReader {
    return new BerReader(octets, { start: 0, end: octets.length }, { isBroken: false });
  }

  get isBroken(): boolean {
    return this.#state.isBroken;
  }

  get isAtEnd(): boolean {
    return this.#state.isBroken || this.#offset >= this.#end;
  }

  /** Tag of what comes next; -1 where nothing does. */
  get nextTag(): number {
    return this.isAtEnd ? -1 : (this.#octets[this.#offset] ?? -1);
  }

  /** What is within the value that comes next, which must have this tag. */
  enter(tag: number): BerReader {
    const range = this.#take(tag);
    return new BerReader(this.#octets, range, this.#state);
  }

  /** The octets of the value that comes next, as a view. */
  readOctets(tag: number = TAG.octets): Buffer {
    const { start, end } = this.#take(tag);
    return this.#octets.subarray(start, end);
  }

  /** The next value whole, tag and length with it, as a view. */
  readWhole(): Buffer {
    const start = this.#offset;
    this.#take(this.nextTag);
    return this.isBroken ? NOTHING : this.#octets.subarray(start, this.#offset);
  }

  /** A signed whole number. */
  readInteger(tag: number = TAG.integer): number {
    const value = signedOf(this.readOctets(tag));
    return value ?? this.#break();
  }

  /** A whole number of 32 bits that is not negative. */
  readUnsigned(tag: number): number {
    const value = unsignedOf(this.readOctets(tag));
    return value ?? this.#break();
  }

  /** An object identifier in its dotted form. */
  readOid(): string {
    const oid = oidOf(this.readOctets(TAG.oid));
    if (oid === null) this.#break();
    return oid ?? "";
  }

  /** Passes the value that comes next and gives where its content is. */
  #take(tag: number): { start: number; end: number } {
    const empty = { start: this.#end, end: this.#end };
    if (this.#state.isBroken) return empty;
    if (this.#offset + 2 > this.#end || this.#octets[this.#offset] !== tag) {
      this.#break();
      return empty;
    }
    const length = this.#readLength(this.#offset + 1);
    const end = length.contentStart + length.content;
    if (this.#state.isBroken || end > this.#end) {
      this.#break();
      return empty;
    }
    this.#offset = end;
    return { start: length.contentStart, end };
  }

  #readLength(offset: number): { contentStart: number; content: number } {
    const first = this.#octets[offset] ?? 0;
    if (first < 0x80) return { contentStart: offset + 1, content: first };
    const count = first & 0x7f;
    const contentStart = offset + 1 + count;
    if (count === 0 || count > MAX_LENGTH_OCTETS || contentStart > this.#end)
      return { contentStart: offset, content: this.#break() };
    return { contentStart, content: this.#octets.readUIntBE(offset + 1, count) };
  }

  #break(): 0 {
    this.#state.isBroken = true;
    return 0;
  }
}

/** The signed number of a value's content; null where it is none of ours. */
export function signedOf(content: Buffer): number | null {
  const { length } = content;
  return length >= 1 && length <= MAX_INTEGER_OCTETS ? content.readIntBE(0, length) : null;
}

/**
 * The same without a sign, of 32 bits. Encoders that leave away the zero octet which keeps it positive are understood.
 */
export function unsignedOf(content: Buffer): number | null {
  const { length } = content;
  if (length < 1 || length > MAX_INTEGER_OCTETS) return null;
  const value = content.readUIntBE(0, length);
  return value <= MAX_SUBIDENTIFIER ? value : null;
}

/** The object identifier of a value's content, dotted; null where it is none. */
export function oidOf(content: Buffer): string | null {
  const parts: number[] = [];
  let part = 0;
  for (const octet of content) {
    part = part * 128 + (octet & 0x7f);
    if (part > MAX_SUBIDENTIFIER || parts.length >= MAX_SUBIDENTIFIERS) return null;
    if (octet >= 0x80) continue;
    if (parts.length === 0) {
      const first = Math.min(2, Math.floor(part / 40));
      parts.push(first, part - first * 40);
    } else parts.push(part);
    part = 0;
  }
  const isWhole = content.length > 0 && (content.at(-1) ?? 0) < 0x80;
  return isWhole ? parts.join(".") : null;
}

/** A value of BER: tag, length and the parts of its content. */
export function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag]), encodeLength(length), ...parts]);
}

/** A whole number of 32 bits, of either sign. */
export function encodeInteger(value: number, tag: number = TAG.integer): Buffer {
  const octets = Buffer.alloc(6);
  octets.writeIntBE(value, 0, 6);
  let start = 0;
  while (start < 5 && isSpare(octets[start] ?? 0, octets[start + 1] ?? 0)) start++;
  return encode(tag, octets.subarray(start));
}

/** A dotted object identifier, which must be one. */
export function encodeOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split(".").map(Number);
  return encode(TAG.oid, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** A leading octet that says nothing which the next does not say. */
function isSpare(octet: number, next: number): boolean {
  return (octet === 0 && next < 0x80) || (octet === 0xff && next >= 0x80);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  if (length < 0x1_0000) return Buffer.from([0x82, length >> 8, length & 0xff]);
  return Buffer.from([0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]);
}

function base128(part: number): number[] {
  const octets = [part % 128];
  for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128))
    octets.unshift((rest % 128) | 0x80);
  return octets;
}
