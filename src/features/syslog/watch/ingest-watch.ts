import type { ParseChunkOutput } from "../encode/parse-chunk";
import type { StoredRange } from "../segments/catalog/catalog";
import type { Alongside } from "../segments/catalog/commit";
import type { WatchRequest } from "../encode/watch/chunk-watch";
import type { Hearing } from "./hearing";
import type { LogWatch } from "./log-watch";
import type { WatchedRows } from "../encode/watch/pattern-set";
import { listSightings, noteSenders } from "./senders";

/** What ingest asks of those that follow the lines. */
export type IngestWatch = {
  /** What to look for in the next chunk; undefined: nothing. */
  request(): WatchRequest | undefined;
  /** A chunk was looked at; a replay repeats some. */
  noteCost(watched: WatchedRows): void;
  /** What is to be written in the transaction that makes a range stored. */
  enter(range: StoredRange, chunks: readonly ParseChunkOutput[]): Alongside[];
};

/** Lets patterns and the list of senders follow what is stored. */
export function createIngestWatch(patterns: LogWatch | undefined, hearing: Hearing): IngestWatch {
  return {
    request: () => patterns?.request(),
    noteCost: (watched) => patterns?.noteCost(watched),
    enter: (range, chunks) => {
      const sightings = listSightings(chunks.map(({ tallies }) => tallies));
      const matches = patterns?.gather(range, chunks) ?? [];
      const written: Alongside[] = [
        {
          name: "senders of log lines",
          write: async (transaction) => {
            const clock = await hearing.readClock(transaction);
            await noteSenders(transaction, { collector: hearing.collector, clock }, sightings);
          },
        },
      ];
      if (matches.length > 0)
        written.push({
          name: "matches of alert rules",
          write: async (transaction) => patterns?.onStored(transaction, matches),
        });
      return written;
    },
  };
}
