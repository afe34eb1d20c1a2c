import { BATCH_MS } from "../../journal/sink";

/**
 * After a call that read many, some and few datagrams: when to look again. With fewer than half of some, or none, twice as
 * late each time. Each look wakes a process that has little else to do: those of few datagrams are as far apart as the
 * buffer allows, which holds what comes meanwhile at 200,000 a second.
 */
export const BUSY_MS = 2;
/**
 * The same where the buffer holds what comes meanwhile many times over. A batch of the journal would wait as long for
 * more, so it is closed behind each look (`noteLull`), and lines are as soon written as with six looks in that time,
 * each of which costs as much as 40 lines.
 */
const LARGE_BUSY_MS = BATCH_MS;
const QUIET_MS = 8;
const MANY = 32;
const SOME = 8;
/** So many in this time, and in proportion where the last look was longer ago. */
const COUNTED_MS = 40;
/** By what the buffer holds: the longest pause, and the one behind many datagrams. */
const LARGE = [
  { fromBytes: 64 * 1024 * 1024, longestMs: 160, busyMs: LARGE_BUSY_MS },
  { fromBytes: 16 * 1024 * 1024, longestMs: 40, busyMs: LARGE_BUSY_MS },
];
const SMALL = { longestMs: 20, busyMs: BUSY_MS };
const SILENT_AFTER_MS = 10_000;
/** After ten seconds of silence: so much for each of these buffers, but not for more than two. */
export const SILENT_MS = 100;
const SILENT_BUFFER_BYTES = 32 * 1024 * 1024;
const SILENT_BUFFERS = 2;

/** What a look found, how long ago the one before was, and how many in a row, this one with them, found nothing. */
export type Look = { count: number; waitedMs: number; silentLooks: number };

/** `bufferBytes`: that the kernel granted. `maxIdleMs`: the longest pause but after a silence; absent: by the buffer. */
type Bounds = { bufferBytes: number; maxIdleMs?: number | undefined };

/** When to look again for datagrams, in milliseconds. */
export function pauseAfter({ count, waitedMs, silentLooks }: Look, bounds: Bounds): number {
  const { bufferBytes } = bounds;
  const { longestMs, busyMs } = LARGE.find(({ fromBytes }) => bufferBytes >= fromBytes) ?? SMALL;
  const { maxIdleMs = longestMs } = bounds;
  const times = Math.max(1, waitedMs / COUNTED_MS);
  if (count >= MANY * times) return Math.min(busyMs, maxIdleMs);
  if (count >= SOME * times) return Math.min(Math.max(busyMs, QUIET_MS), maxIdleMs);
  const buffers = Math.min(SILENT_BUFFERS, Math.floor(bufferBytes / SILENT_BUFFER_BYTES));
  if (silentLooks * maxIdleMs > SILENT_AFTER_MS && buffers > 0) return buffers * SILENT_MS;
  const isTrickle = count * COUNTED_MS < (SOME / 2) * waitedMs;
  return Math.min(isTrickle ? waitedMs * 2 : Math.max(waitedMs, QUIET_MS), maxIdleMs);
}
