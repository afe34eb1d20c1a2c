import type { Db } from "#platform/database";

/** What lines are watched for: `query` is of the search language. */
export type WatchedPattern = { id: number; query: string };

/**
 * Why a query cannot be watched: the field that is at fault (`q` where it is none in particular), and what is wrong
 * with it.
 */
export type QueryProblem = { field: string; message: string };

/** What a query is worth as a pattern. */
export type QueryVerdict = {
  /** Null: it can be watched. */
  problem: QueryProblem | null;
  /** It asks for nothing that rules most lines out at a glance, so that each of them is looked at. */
  isExpensive: boolean;
};

/** What became of a pattern that was set. `problem` is null while it is watched. */
export type PatternVerdict = { id: number; problem: QueryProblem | null };

/** Lines of one collector's journal that a pattern takes, as they are stored. Times are of arrival. */
export type PatternMatches = {
  pattern: number;
  collector: string;
  /** Journal positions (rangeStart, rangeEnd] that were stored together. */
  rangeStart: number;
  rangeEnd: number;
  lines: number;
  /** By the minute of arrival, rising; `at` is where it begins. */
  minutes: { at: Date; lines: number }[];
  /** The most frequent ones, at most 20. */
  senders: { sender: string; lines: number }[];
  /** How many senders beside them; at least so many where there were very many. */
  otherSenders: number;
  /** The first lines of the range, at most 3. `raw` is the stored line, cut at 512. */
  first: { id: number; receivedAtMicros: number; sender: string; host: string | null; raw: string }[];
};

/** How alert rules take part. */
export type WatchDeps = {
  /** Read at start, and again every few seconds: other processes change them, too. */
  readPatterns(): Promise<WatchedPattern[]>;
  /**
   * Told of matches within the transaction that makes them stored: it writes through `tx` alone, and is called again
   * where that transaction broke off. A pattern may have been removed meanwhile. Not called where nothing matched.
   */
  onStored(tx: Db, matches: PatternMatches[]): Promise<void>;
};

/** A sender of log lines and when it was last seen. */
export type SeenSender = {
  /** Source address. */
  sender: string;
  lastSeenAt: Date;
  /** Lines since it was first seen. */
  lines: number;
  /** For how long its collector, which listened all the while, has had nothing of it. */
  silentForSeconds: number;
};

/** `gapSeconds`: the longest pause that is usual for it, as learned from its past. */
export type RhythmicSender = SeenSender & { gapSeconds: number };
