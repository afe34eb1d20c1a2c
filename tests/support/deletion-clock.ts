import pino from "pino";
import { DeletionClock } from "#platform/deletion-clock";

const log = pino({ level: "silent" });
const HOUR_MS = 3_600_000;

/** Of a process that began an hour ago: it deletes what is too old. */
export async function believedClock(): Promise<DeletionClock> {
  let agoMs = HOUR_MS;
  const readClocks = async () => ({ wall: Date.now() - agoMs, monotonic: performance.now() - agoMs });
  const clock = new DeletionClock({ log, readClocks });
  await clock.now();
  agoMs = 0;
  return clock;
}

/** Clocks that a test sets, and what a process deletes by. */
export function settableClock(startMs: number) {
  const clocks = { wall: startMs, monotonic: 0 };
  const begin = () => new DeletionClock({ log, readClocks: async () => ({ ...clocks }) });
  let clock = begin();
  return {
    now: () => clock.now(),
    ifBelieved: (work: (now: Date) => Promise<unknown>) => clock.ifBelieved(work),
    pass: (milliseconds: number) => {
      clocks.wall += milliseconds;
      clocks.monotonic += milliseconds;
    },
    set: (milliseconds: number) => {
      clocks.wall += milliseconds;
    },
    /** As another process that begins now has it. */
    restart: () => {
      clock = begin();
    },
  };
}
