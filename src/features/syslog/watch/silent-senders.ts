import type { Db } from "#platform/database";
import type { RhythmicSender, SeenSender } from "./patterns";

/** Senders that their collectors, which were there to hear them, have not heard for so long; longest first, at most 4,096. */
export function listSilentSenders(_db: Db, _wanted: { silentForSeconds: number }): Promise<SeenSender[]> {
  return Promise.resolve([]);
}

/** Senders that have been silent for longer than `factor` times the longest pause that is usual for them. */
export function listSendersBeyondTheirRhythm(
  _db: Db,
  _wanted: { factor: number },
): Promise<RhythmicSender[]> {
  return Promise.resolve([]);
}
