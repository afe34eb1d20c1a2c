import { FairQueue } from "#platform/fair-queue";

const LONGEST_WAIT_MS = 30_000;

/** `one` and `many`: what they are called, for the refusals. */
type Printed = { atOnce: number; one: string; many: string };

/** The turns of those who want a PDF file of this process: so many are printed at a time, of each caller one. */
export function createPrintQueue({ atOnce, one, many }: Printed): FairQueue {
  return new FairQueue({
    atOnce,
    atOncePerCaller: 1,
    waitingPerCaller: 2,
    longestWaitMs: LONGEST_WAIT_MS,
    refusals: {
      tooMany: `Too many of your ${many} are waiting`,
      tooLong: `The ${one} has waited ${LONGEST_WAIT_MS / 1000} seconds for its turn`,
    },
  });
}
