import type { LiveRequest, LiveRows } from "../encode/live/selection";

/** Positions (from, through] of a collector's journal. */
export type PublishedChunk = { from: number; through: number };

/** A parsed chunk as far as the live stream is concerned. `live` is null where nothing was asked for. */
export type PublishedRows = { rows: number; maxId: number; live: LiveRows | null };

/** What one collector's pipeline tells the live stream. */
export type LivePublisher = {
  /** What to select of the next chunk; undefined while nobody listens. */
  request(): LiveRequest | undefined;
  /**
   * A chunk was parsed and its rows are on their way into a segment. Calls come in journal order; a replay repeats
   * some.
   */
  publish(chunk: PublishedChunk, output: PublishedRows): void;
  /** Everything through this position is stored, so that searches find it. */
  noteStored(position: number): void;
};
