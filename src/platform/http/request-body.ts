import { createHash } from "node:crypto";
import { ApiError } from "../errors";
import { ifInTime, withinTime } from "../pause";
import { SMALL_BODY_BYTES, type BodyClaim } from "./body-budget";

/** How long a body that is refused is read and thrown away. */
const DISCARD_MS = 10_000;
/** Silence after which the client is taken to wait for the answer. */
const QUIET_MS = 250;
/** What a body must bring on the average once its first seconds are over; a line of 64 kbit/s does. */
const SLOWEST_BYTES_A_SECOND = 8 * 1024;
/** The same of what is beyond the length of a small one: memory for the rest is short, and all share it. */
const SLOWEST_OF_LARGE = 64 * 1024;
const FIRST_BUFFER_BYTES = 4096;

export type BodyRules = {
  maxBytes: number;
  /** Of the 413. */
  text: string;
  /** Most that is read and thrown away of a body that is refused. */
  discardBytes: number;
  claim: BodyClaim;
  /** Seconds that any body may take. */
  graceSeconds: number;
  /** Its sender may have a slow line, and a budget of its own: a large body may come as slowly as a small one. */
  isPatient?: boolean;
  /** Called while the body makes progress. */
  onProgress: () => void;
  /** The SHA-256 is wanted. */
  isHashed: boolean;
};

/** A body as it came. `hash` is its SHA-256 in hex, where it is wanted. */
export type ReceivedBody = { octets: Uint8Array<ArrayBuffer>; hash: string };

const NOTHING = new Uint8Array(0);

/**
 * Reads a request's body. Throws 413 above the limit, by its announced length or while it comes, 408 for one that
 * drips, 503 where the budget is used up; all of them close the connection, and are seen by a client that is still
 * sending.
 */
export async function receiveBody(request: Request, rules: BodyRules): Promise<ReceivedBody> {
  if (request.body === null) return { octets: NOTHING, hash: createHash("sha256").digest("hex") };
  const reader = request.body.getReader();
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  try {
    if (announced > rules.maxBytes) throw tooLarge(rules);
    return await readAll(reader, { ...rules, announced });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 408 || announced > rules.discardBytes) await reader.cancel();
    else await discard(reader, rules.discardBytes);
    throw new ApiError(error.status, error.detail, {
      headers: { ...error.headers, Connection: "close" },
      cause: error,
    });
  }
}

export type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

function tooLarge({ text }: BodyRules): ApiError {
  return new ApiError(413, text);
}

type Announced = BodyRules & { announced: number };

/** The next size of a buffer: doubled, so that a body of many small pieces is copied a few times only. */
function grown(present: number, needed: number, { announced, maxBytes }: Announced): number {
  // What is announced costs its sender nothing, so that only large bodies, which few may send, have their room at once.
  if (announced > SMALL_BODY_BYTES) return announced;
  return Math.min(announced || maxBytes, Math.max(needed, 2 * present, FIRST_BUFFER_BYTES));
}

async function readAll(reader: Reader, rules: Announced): Promise<ReceivedBody> {
  const started = performance.now();
  const hash = rules.isHashed ? createHash("sha256") : undefined;
  let buffer = NOTHING;
  let size = 0;
  for (;;) {
    const leftMs = patienceMs({ ...rules, size, started, isInMemory: rules.isPatient !== true });
    const { done, value } = await within(leftMs, reader.read());
    if (done) break;
    const needed = size + value.length;
    if (needed > rules.maxBytes) throw tooLarge(rules);
    if (needed > buffer.length) {
      const length = grown(buffer.length, needed, rules);
      rules.claim.grow(length - buffer.length);
      const larger = new Uint8Array(length);
      larger.set(buffer.subarray(0, size));
      buffer = larger;
    }
    buffer.set(value, size);
    hash?.update(value);
    size = needed;
    rules.onProgress();
  }
  return { octets: buffer.subarray(0, size), hash: hash?.digest("hex") ?? "" };
}

type Progress = {
  size: number;
  started: number;
  graceSeconds: number;
  /** It takes memory that others wait for, and has to be quicker beyond the length of a small body. */
  isInMemory?: boolean;
};

/**
 * So long the next piece of a body may take; all of it has to bring `SLOWEST_BYTES_A_SECOND` once `graceSeconds` are
 * over.
 */
export function patienceMs({ size, started, graceSeconds, isInMemory = false }: Progress): number {
  const hurried = isInMemory ? Math.max(0, size - SMALL_BODY_BYTES) : 0;
  const seconds = (size - hurried) / SLOWEST_BYTES_A_SECOND + hurried / SLOWEST_OF_LARGE;
  return (graceSeconds + seconds) * 1000 - (performance.now() - started);
}

/** Rejects with the 408 when the time is over. */
export function within<Result>(leftMs: number, work: Promise<Result>): Promise<Result> {
  return withinTime(leftMs, work, () => new ApiError(408, "The request body came too slowly"));
}

/**
 * Reads on for a while: a connection that is closed while its client still sends is reset, and most clients then never
 * see the answer (RFC 9112 section 9.6).
 */
export async function discard(reader: Reader, mostBytes: number): Promise<void> {
  const end = performance.now() + DISCARD_MS;
  let left = mostBytes;
  while (left > 0 && performance.now() < end) {
    const piece = await ifInTime(QUIET_MS, reader.read());
    if (piece === undefined || piece.done) break;
    left -= piece.value.length;
  }
  await reader.cancel();
}
