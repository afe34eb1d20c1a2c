import type { Shortage } from "./capacity";
import type { ArrivedMessage } from "./record-builder";

/** Why a message is refused now. `journal_behind`: the disk is too slow; `journal_failed`: it does not take writes. */
export type RefusalReason = Shortage | "journal_behind" | "journal_failed";

/** Where a listener puts what arrives: the journal itself, or the way to the thread that has it. */
export type JournalSink = {
  /** Why a datagram that arrives now must be counted as dropped; null when it is welcome. */
  readonly refusal: RefusalReason | null;
  /** Why TCP senders shall wait; null when they need not. */
  readonly pausedBecause: RefusalReason | null;
  /**
   * Takes one message; its bytes are copied. The caller heeds `refusal` and `pausedBecause`: what comes nevertheless
   * is kept.
   */
  append: (message: ArrivedMessage) => void;
  /** Nothing more comes from the caller for so long, ms: what would be due by then does not wait for its timer. */
  noteLull: (forMs: number) => void;
  /** Brings on its way, within the deadline, what was taken; nothing may be appended afterwards. */
  close: (deadlineMs: number) => Promise<void>;
};

/** A batch is closed at this size, bytes, */
export const BATCH_BYTES = 256 * 1024;
/** or at this age: with the timer's and the write's own time it is below 20 ms from read to write(). */
export const BATCH_MS = 12;
/**
 * Bytes taken and not durable from which TCP senders wait (until half of it is left), and from which datagrams are
 * refused.
 */
export const PAUSE_BYTES = 16 * 1024 * 1024;
export const REFUSE_BYTES = 64 * 1024 * 1024;
