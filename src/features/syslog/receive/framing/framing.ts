import { CountFinder, readCount } from "./octet-count";

/** Takes one message. The octets are valid during the call only; `originalBytes` is the length before it was cut. */
export type FrameVisitor = (bytes: Uint8Array, originalBytes: number, isMalformed: boolean) => void;

const LF = 0x0a;
const CR = 0x0d;
const NUL = 0x00;
const LESS_THAN = 0x3c;
const SHRINK_BYTES = 64 * 1024;

/**
 * Splits a TCP stream into syslog messages (RFC 6587): octet counting (3.4.1) and lines ended by LF, CRLF or NUL
 * (3.4.2), told apart per message. A count is one only with a space and a PRI behind it, so a line that merely starts
 * with a digit is a line.
 *
 * A count that cannot be true makes a malformed line of what follows, up to LF, NUL or the next true count; the same
 * holds for octets behind a counted message that start neither a count nor a PRI. Messages longer than `maxBytes` are
 * cut, and their true length is counted without being held. The outcome does not depend on how the stream was cut into
 * packets.
 */
export class FrameSplitter {
  readonly #maxBytes: number;
  readonly #visit: FrameVisitor;
  #state: "start" | "line" | "counted" = "start";
  /** Octets of the message so far, cut at the limit; for a counted one the count itself stands before them. */
  #held: Buffer = Buffer.alloc(0);
  #heldBytes = 0;
  /** Octets of the count before a counted message. */
  #headBytes = 0;
  /** Octets of the message so far, held or not. */
  #totalBytes = 0;
  #lastOctet = 0;
  /** Octets that a counted message still lacks. */
  #missingBytes = 0;
  #isMalformed = false;
  /** Runs on lines that may hide a true count; null on all others. */
  #finder: CountFinder | null = null;
  #followsCounted = false;
  /** Next NUL and LF in the chunk at hand, so that neither is searched for once per line that the other one ends. */
  #nextNul = -1;
  #nextLineFeed = -1;

  constructor(maxBytes: number, visit: FrameVisitor) {
    this.#maxBytes = maxBytes;
    this.#visit = visit;
  }

  /** A message has begun and not ended. */
  get hasPartial(): boolean {
    return this.#state !== "start" || this.#heldBytes > 0;
  }

  push(chunk: Buffer): void {
    const isUndecided = this.#state === "start" && this.#heldBytes > 0;
    const data = isUndecided ? Buffer.concat([this.#held.subarray(0, this.#heldBytes), chunk]) : chunk;
    if (isUndecided) this.#reset();
    this.#nextNul = -1;
    this.#nextLineFeed = -1;
    let offset = 0;
    while (offset < data.length) {
      if (this.#state === "start") offset = this.#begin(data, offset);
      else if (this.#state === "counted") offset = this.#takeCounted(data, offset);
      else if (this.#finder === null) offset = this.#takeLine(data, offset);
      else offset = this.#takeSuspectLine(data, offset, this.#finder);
    }
  }

  /**
   * The stream is over: what is left comes out, a counted message that lacks octets with its count and as malformed.
   */
  end(): void {
    if (!this.hasPartial) return;
    const isMalformed = this.#isMalformed || this.#followsCounted;
    const totalBytes = this.#state === "counted" ? this.#headBytes + this.#totalBytes : this.#totalBytes;
    this.#headBytes = 0;
    this.#emitHeld(totalBytes, isMalformed);
    this.#followsCounted = false;
  }

  #begin(data: Buffer, from: number): number {
    let offset = from;
    if (this.#followsCounted) {
      while (offset < data.length && isTrailer(data[offset])) offset += 1;
      if (offset === data.length) return offset;
    }
    const head = readCount(data, offset);
    if (head.kind === "undecided") {
      this.#hold(data, offset, data.length);
      return data.length;
    }
    if (head.kind === "counted") return this.#beginCounted(data, offset, head);
    this.#state = "line";
    this.#isMalformed = head.kind === "broken" || (this.#followsCounted && data[offset] !== LESS_THAN);
    if (head.kind === "broken") this.#finder = new CountFinder(head.numberBytes);
    else if (this.#followsCounted) this.#finder = new CountFinder(0);
    this.#followsCounted = false;
    return offset;
  }

  #beginCounted(data: Buffer, offset: number, head: { count: number; headBytes: number }): number {
    const start = offset + head.headBytes;
    const end = start + head.count;
    this.#followsCounted = true;
    if (end <= data.length) {
      this.#emit(data.subarray(start, end), head.count, false);
      return end;
    }
    this.#state = "counted";
    this.#hold(data, offset, start);
    this.#headBytes = head.headBytes;
    this.#totalBytes = 0;
    this.#missingBytes = head.count;
    return start;
  }

  #takeCounted(data: Buffer, offset: number): number {
    const end = offset + Math.min(this.#missingBytes, data.length - offset);
    this.#hold(data, offset, end);
    this.#missingBytes -= end - offset;
    if (this.#missingBytes === 0) this.#emitHeld(this.#totalBytes, false);
    return end;
  }

  #takeLine(data: Buffer, offset: number): number {
    if (this.#nextNul < offset) this.#nextNul = placeOf(NUL, data, offset);
    if (this.#nextLineFeed < offset) this.#nextLineFeed = placeOf(LF, data, offset);
    const end = Math.min(this.#nextLineFeed, this.#nextNul);
    if (this.#totalBytes === 0 && end < data.length) {
      const trimmed = end > offset && data[end - 1] === CR ? end - 1 : end;
      this.#emit(data.subarray(offset, trimmed), trimmed - offset, this.#isMalformed);
      return end + 1;
    }
    this.#hold(data, offset, end);
    if (end < data.length) this.#emitHeld(this.#totalBytes, this.#isMalformed);
    return end + 1;
  }

  #takeSuspectLine(data: Buffer, offset: number, finder: CountFinder): number {
    for (let index = offset; index < data.length; index++) {
      const octet = data[index];
      if (octet === LF || octet === NUL) {
        this.#hold(data, offset, index);
        this.#emitHeld(this.#totalBytes, this.#isMalformed);
        return index + 1;
      }
      const head = finder.find(octet ?? 0);
      if (head === undefined) continue;
      this.#hold(data, offset, index + 1);
      this.#endLineBefore(head);
      return index + 1;
    }
    this.#hold(data, offset, data.length);
    return data.length;
  }

  /** A true count ended the line: `head` holds its octets and the PRI's. */
  #endLineBefore(head: Buffer): void {
    const lineBytes = this.#totalBytes - head.length;
    this.#heldBytes = Math.min(this.#heldBytes, lineBytes);
    this.#lastOctet = 0;
    this.#emitHeld(lineBytes, this.#isMalformed);
    this.push(head);
  }

  #hold(data: Buffer, from: number, to: number): void {
    if (to > from) this.#lastOctet = data[to - 1] ?? 0;
    this.#totalBytes += to - from;
    const kept = Math.min(to - from, this.#headBytes + this.#maxBytes - this.#heldBytes);
    if (kept <= 0) return;
    if (this.#heldBytes + kept > this.#held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(256, (this.#heldBytes + kept) * 2));
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    data.copy(this.#held, this.#heldBytes, from, from + kept);
    this.#heldBytes += kept;
  }

  #emitHeld(totalBytes: number, isMalformed: boolean): void {
    const isLine = this.#state !== "counted";
    const originalBytes = isLine && this.#lastOctet === CR ? totalBytes - 1 : totalBytes;
    const bytes = this.#held.subarray(
      this.#headBytes,
      Math.min(this.#heldBytes, this.#headBytes + originalBytes),
    );
    this.#emit(bytes, originalBytes, isMalformed);
    if (this.#held.length > SHRINK_BYTES) this.#held = Buffer.alloc(0);
  }

  #emit(bytes: Uint8Array, originalBytes: number, isMalformed: boolean): void {
    if (originalBytes > this.#maxBytes)
      this.#visit(bytes.subarray(0, this.#maxBytes), originalBytes, isMalformed);
    else if (this.#followsCounted) {
      const trimmed = trimTrailer(bytes);
      this.#visit(trimmed, trimmed.length, isMalformed);
    } else this.#visit(bytes, bytes.length, isMalformed);
    this.#reset();
  }

  #reset(): void {
    this.#state = "start";
    this.#heldBytes = 0;
    this.#headBytes = 0;
    this.#totalBytes = 0;
    this.#lastOctet = 0;
    this.#isMalformed = false;
    this.#finder = null;
  }
}

/** The end of the chunk where it has no such octet. */
function placeOf(octet: number, data: Buffer, from: number): number {
  const found = data.indexOf(octet, from);
  return found === -1 ? data.length : found;
}

function isTrailer(octet: number | undefined): boolean {
  return octet === LF || octet === CR || octet === NUL;
}

/** Leaves out LF, CR and NUL at the end of a datagram or counted message, which some senders add. */
export function trimTrailer(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (length > 0 && isTrailer(bytes[length - 1])) length -= 1;
  return length === bytes.length ? bytes : bytes.subarray(0, length);
}
