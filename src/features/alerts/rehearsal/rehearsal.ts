import type { HistoryReader } from "#features/monitoring";
import type { Caller } from "#platform/http/guard";
import type { RuleDraft } from "../rules/models";
import type { About } from "../watch/coverage";
import type { Course } from "./course";

export type RehearsalContext = HistoryReader & {
  from: Date;
  /** Now. */
  to: Date;
  /** What the caller may not read is not rehearsed. */
  caller: Caller;
  /** Whether the rule is about a thing. */
  covers: (about: About) => boolean;
  /** Fires when nobody waits any more. */
  signal: AbortSignal;
};

/** What is stored of the past, as far as a rule would have heard of it. */
export type Past = {
  /** Undefined: of the whole time. */
  knownFrom?: Date | undefined;
  /** What is not known of it, or not as it was then, in words; null: nothing. */
  gap: string | null;
  /** How many things are looked at. */
  total: number;
  /** What the rule hears of each of them, which may be nothing. They are read as they are asked for. */
  courses: AsyncIterable<Course>;
};

/** Why nothing of the past is known. */
export type Unknown = { reason: string };

/** Reads what a rule of a type would have heard. */
export type Rehearsal = (ctx: RehearsalContext, rule: RuleDraft) => Promise<Past | Unknown>;
