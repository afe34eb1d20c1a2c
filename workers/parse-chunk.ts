import { edenGC, heapSize } from "bun:jsc";
import { setPriority } from "node:os";
import { move, transferableSymbol, valueSymbol } from "piscina";
import {
  parseChunk,
  type ParseChunkInput,
  type ParseChunkOutput,
} from "../src/features/syslog/encode/parse-chunk";
import { createCompilePolicy } from "../src/platform/compile-policy";
import { createGrowth } from "../src/platform/growth";
import { createWorthWatch } from "../src/platform/processor-time";
import { createYoungWatch, heapBlocks } from "../src/platform/young-garbage";

/**
 * Receiving and answers come first: what parsing cannot keep up with waits in the journal. At 5 it does not get what is
 * left of two busy processors. On Linux a priority is that of the calling thread, elsewhere of the whole process.
 */
const NICENESS = 2;
if (process.platform === "linux") setPriority(0, NICENESS);

/**
 * Measured: left to itself the runtime lets the garbage of lines grow to twice the memory, for hardly less processor
 * time.
 */
const ROWS_BETWEEN_COLLECTIONS = 500_000;
/**
 * The same where few lines come: of small chunks the runtime would collect nothing for an hour. Not soon after a great
 * one: under load the rest behind one is small, and whatever that left is more.
 */
const SMALL_CHUNK_ROWS = 5000;
const GROWTH_BYTES = 4 * 1024 * 1024;
const compiling = createCompilePolicy({ isLate: false });
const young = createYoungWatch(GROWTH_BYTES);
const survived = createGrowth();
const worth = createWorthWatch();
const AFTER_GREAT_CHUNK_MS = 10_000;
/** Records of so many octets are work enough, whatever was before. */
const WORK_BYTES = 1024 * 1024;
/**
 * What is compiled for few lines, at most so many in ten seconds of the process's processor time, becomes twice what they
 * need. To compile that anew takes some 400 ms in all; of more lines it would be more, and more often.
 */
const FEW_ROWS = 25_000;
let rowsSinceCollection = 0;
let rowsSinceGivingBack = 0;
let greatChunkAt = -Infinity;
let endedAt = performance.now();

/** Parses a chunk of the journal. The caller gets a ParseChunkOutput; its rows move there, they are not copied. */
export default function parseChunkTask(input: ParseChunkInput): ReturnType<typeof move> {
  const output = parse(input);
  rowsSinceCollection += output.rows;
  rowsSinceGivingBack += output.rows;
  if (rowsSinceCollection >= ROWS_BETWEEN_COLLECTIONS || hasGrown(output.rows)) {
    rowsSinceCollection = 0;
    Bun.gc(true);
    survived.restart(heapSize());
  } else if (isWorthGivingBack()) {
    Bun.shrink();
    survived.restart(heapSize());
  } else if (mayCollect() && young.isDue(heapBlocks())) {
    edenGC();
  }
  const { addressKeys, numberKeys } = output.skipIndex;
  const buffers = [output.bytes.buffer, addressKeys.buffer];
  if (numberKeys !== null) buffers.push(numberKeys.buffer);
  if (output.live !== null) buffers.push(output.live.json.buffer);
  const { buffer: spent } = input.records;
  if (!(spent instanceof ArrayBuffer)) return move({ [transferableSymbol]: buffers, [valueSymbol]: output });
  buffers.push(spent);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: { ...output, spent } });
}

function parse(input: ParseChunkInput): ParseChunkOutput {
  const begunAt = performance.now();
  if (input.records.byteLength >= WORK_BYTES) compiling.note(Infinity, 0);
  const output = parseChunk(input);
  const now = performance.now();
  compiling.note(now - begunAt, now - endedAt);
  endedAt = now;
  return output;
}

/** Behind a small chunk that no great one was near before. */
function mayCollect(): boolean {
  return performance.now() - greatChunkAt >= AFTER_GREAT_CHUNK_MS;
}

function isWorthGivingBack(): boolean {
  if (!worth.isDue()) return false;
  const rows = rowsSinceGivingBack;
  rowsSinceGivingBack = 0;
  return mayCollect() && rows <= FEW_ROWS;
}

/** What has survived a collection, behind a chunk of so many rows. */
function hasGrown(rows: number): boolean {
  if (rows > SMALL_CHUNK_ROWS) greatChunkAt = performance.now();
  return mayCollect() && survived.of(heapSize()) > GROWTH_BYTES;
}
