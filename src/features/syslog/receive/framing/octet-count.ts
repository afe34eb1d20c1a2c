const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const MAX_COUNT_DIGITS = 7;
/** Longer runs of digits are text, not a count that went wrong. */
const MAX_NUMBER_BYTES = 20;
/** A count above this is taken for a mistake: it would swallow the messages behind it. */
const MAX_FRAME_BYTES = 1024 * 1024;

/** What a message starts with: no count, a count that cannot be true, a true one, or too few octets to tell. */
type CountHead =
  | { kind: "line" | "undecided" }
  | { kind: "broken"; numberBytes: number }
  | { kind: "counted"; count: number; headBytes: number };

const PLAIN_LINE: CountHead = { kind: "line" };
const UNDECIDED: CountHead = { kind: "undecided" };

/** Finds a true count and the PRI behind it in the middle of a line, octet by octet. */
export class CountFinder {
  /** Octets at the start of the line that were a number and no true count. */
  #numberBytes: number;
  readonly #tail = Buffer.alloc(16);

  constructor(numberBytes: number) {
    this.#numberBytes = numberBytes;
  }

  /** Takes the next octet of the line. Returns count and PRI when it completes them. */
  find(octet: number): Buffer | undefined {
    this.#tail.copyWithin(0, 1);
    this.#tail.writeUInt8(this.#numberBytes > 0 ? ZERO : octet, this.#tail.length - 1);
    this.#numberBytes -= 1;
    if (octet !== GREATER_THAN) return undefined;
    const match = /(?<!\d)[1-9]\d{0,6} <\d{1,3}>$/.exec(this.#tail.toString("latin1"));
    if (match === null) return undefined;
    const head = Buffer.from(match[0], "latin1");
    return readCount(head, 0).kind === "counted" ? head : undefined;
  }
}

/** Reads the count, the space and the PRI that a counted message starts with. */
export function readCount(data: Buffer, from: number): CountHead {
  let offset = from;
  const isSigned = data[offset] === PLUS || data[offset] === MINUS;
  if (isSigned) offset += 1;
  const digitsFrom = offset;
  while (isDigit(data[offset]) && offset - from < MAX_NUMBER_BYTES) offset += 1;
  const digitsTo = offset;
  if (offset === data.length) return UNDECIDED;
  if (digitsTo === digitsFrom) return PLAIN_LINE;
  const hasSpace = data[offset] === SPACE;
  if (hasSpace) offset += 1;
  const headTo = offset;
  const afterPri = readPri(data, offset);
  if (afterPri === undefined) return UNDECIDED;
  if (afterPri === offset) return PLAIN_LINE;
  const count = Number(data.toString("latin1", digitsFrom, digitsTo));
  const isPlausible = count >= afterPri - offset && count <= MAX_FRAME_BYTES;
  if (
    isSigned ||
    !hasSpace ||
    data[digitsFrom] === ZERO ||
    digitsTo - digitsFrom > MAX_COUNT_DIGITS ||
    !isPlausible
  ) {
    return { kind: "broken", numberBytes: digitsTo - from };
  }
  return { kind: "counted", count, headBytes: headTo - from };
}

/**
 * Offset behind the PRI at `from`, `from` itself where there is none, undefined where the data ends too early to tell.
 */
function readPri(data: Buffer, from: number): number | undefined {
  if (from === data.length) return undefined;
  if (data[from] !== LESS_THAN) return from;
  let offset = from + 1;
  while (isDigit(data[offset]) && offset - from <= 3) offset += 1;
  if (offset === data.length) return undefined;
  return data[offset] === GREATER_THAN && offset > from + 1 ? offset + 1 : from;
}

function isDigit(octet: number | undefined): boolean {
  return octet !== undefined && octet >= ZERO && octet <= NINE;
}
