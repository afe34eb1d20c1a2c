import type { LiveRequest, LiveRows } from "../../encode/live/selection";
import type { ParseChunkOutput } from "../../encode/parse-chunk";
import type { FormatRequest, UsedFormats } from "../../encode/chunk-formats";
import type { WatchRequest } from "../../encode/watch/chunk-watch";
import type { WatchedRows } from "../../encode/watch/pattern-set";
import type { StoredRange } from "../catalog/catalog";
import type { Alongside } from "../catalog/commit";

/** Positions (from, through] of a collector's journal. */
export type PublishedChunk = { from: number; through: number };

/** A parsed chunk as far as the live stream is concerned. `live` is null where nothing was asked for. */
export type PublishedRows = { rows: number; maxId: number; live: LiveRows | null };

/** What ingest of one collector tells the live stream. */
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

/** What ingest asks and tells those that watch the lines: alert rules, and the list of senders. */
export type IngestWatch = {
  /** What to look for in the next chunk; undefined: nothing. */
  request(): WatchRequest | undefined;
  /** A chunk was looked at; a replay repeats some. */
  noteCost(watched: WatchedRows): void;
  /** What is to be written in the transaction that makes a range stored. */
  enter(range: StoredRange, chunks: readonly ParseChunkOutput[]): Alongside[];
};

/** What ingest asks and tells those that have formats of their own. */
export type IngestFormats = {
  /** What the next chunk may be read by; undefined: there are none. */
  request(): FormatRequest | undefined;
  /** A chunk was read; a replay repeats some. */
  noteUse(used: UsedFormats): void;
};
