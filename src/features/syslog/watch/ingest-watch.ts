import type { Alongside } from "../segments/catalog/commit";
import type { IngestWatch } from "../segments/ingest/followers";
import type { CollectorHeartbeat } from "./heartbeat";
import type { LogWatch } from "./log-watch";
import { listSightings, noteSenders } from "./senders";

/** Lets patterns and the list of senders follow what is stored. */
export function createIngestWatch(
  patterns: LogWatch | undefined,
  heartbeat: CollectorHeartbeat,
): IngestWatch {
  return {
    request: () => patterns?.request(),
    noteCost: (watched) => patterns?.noteCost(watched),
    enter: (range, chunks) => {
      const sightings = listSightings(chunks.map(({ tallies }) => tallies));
      const matches = patterns?.sumMatches(range, chunks) ?? [];
      const written: Alongside[] = [
        {
          name: "senders of log lines",
          write: async (transaction) => {
            const clock = await heartbeat.readClock(transaction);
            await noteSenders(transaction, { collector: heartbeat.collector, clock }, sightings);
            if (matches.length === 0) await heartbeat.keepQuiet(transaction);
            else heartbeat.hurry();
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
