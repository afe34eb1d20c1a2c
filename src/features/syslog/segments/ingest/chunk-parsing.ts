import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import { quarantineChunk } from "../../journal/attempts";
import type { JournalFeed } from "../../journal/feed";
import type { JournalChunk } from "../../journal/reader";
import type { ParseChunkOutput } from "../../encode/parse-chunk";
import type { TimeZones } from "../../parse/header/sender-zones";
import type { IngestFormats, IngestWatch, LivePublisher } from "./followers";
import { parseChunkTask } from "./parse-task";

/** What parsing a chunk of the journal needs. */
export type ChunkParsing = {
  collector: string;
  journalFolder: string;
  feed: Pick<JournalFeed, "giveBack">;
  pool: Pick<WorkerPool, "run">;
  timeZones: TimeZones;
  log: Logger;
  /** Told of what is parsed, in journal order, and of what is stored. */
  live?: LivePublisher | undefined;
  /** What follows the lines: alert rules, and the list of senders. */
  watch?: IngestWatch | undefined;
  /** Formats of one's own, which lines are read by that ours do not know. */
  formats?: IngestFormats | undefined;
};

/** A chunk cannot be made into rows, and neither the disk nor the workers are to blame: its attempt count stays. */
export class BadChunkError extends Error {}

/**
 * Has a chunk parsed by a worker, to which its bytes move. The third attempt uses no parser, the fourth sets the chunk
 * aside.
 * @throws BadChunkError, or the signal's reason.
 */
export async function parseJournalChunk(
  ctx: ChunkParsing,
  chunk: JournalChunk,
  { attempt, isUncompressed, signal }: { attempt: number; isUncompressed: boolean; signal: AbortSignal },
): Promise<ParseChunkOutput | "quarantined"> {
  const { records } = chunk;
  if (attempt >= 4) {
    const name = await quarantineChunk({ directory: ctx.journalFolder, collector: ctx.collector }, chunk);
    ctx.log.error(
      { file: name, messages: chunk.messages },
      "messages that cannot be stored were moved to quarantine",
    );
    return "quarantined";
  }
  const { timeZones } = ctx;
  const transfer = [records.buffer].filter((buffer) => buffer instanceof ArrayBuffer);
  try {
    const { spent, ...output } = await ctx.pool.run(
      parseChunkTask,
      {
        records,
        genericOnly: attempt >= 3,
        timeZones,
        isUncompressed,
        live: ctx.live?.request(),
        watch: ctx.watch?.request(),
        formats: ctx.formats?.request(),
      },
      { signal, transfer },
    );
    if (spent !== undefined) ctx.feed.giveBack(spent);
    if (output.rows !== chunk.messages)
      throw new Error(`${chunk.messages} messages gave ${output.rows} rows`);
    if (output.watched !== null) ctx.watch?.noteCost(output.watched);
    if (output.formats !== null) ctx.formats?.noteUse(output.formats);
    return output;
  } catch (cause) {
    signal.throwIfAborted();
    // Workers that cannot even parse nothing are no chunk's fault.
    const nothing = { records: new Uint8Array(), genericOnly: true, timeZones };
    await ctx.pool.run(parseChunkTask, nothing, { signal });
    throw new BadChunkError(`cannot parse messages ${chunk.from + 1} to ${chunk.through}`, { cause });
  }
}
