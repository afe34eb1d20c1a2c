import { KernelWait } from "./kernel-wait";
import { SILENT_MS } from "./look-pause";

type Look = () => void;

/** Who looks next, at which sockets. */
type Round = Map<Look, number>;

/** Asleep a thread is woken by the first datagram, so that it looks by itself, and at its timers, only so often. */
const SLEEP_MS = 1000;

/** Those who look together next, by how long they wait. Each thread has its own. */
const rounds = new Map<number, Round>();
/** Those of this thread who wait for a look of their own. */
let apart = 0;
/** Undefined: this thread waits by its timers. */
let maySleep: (() => boolean) | undefined;
/** Undefined: it does not know how yet, or cannot. */
let kernel: KernelWait | undefined;
/** Until when it is looked by the clock, as something has come. */
let clockUntilMs = 0;

/**
 * From now on this thread, which has nothing else to do, sleeps in the kernel through a silence of all its sockets, where
 * it may by then: its timers are up to a second late. Undefined: no longer.
 */
export function sleepInSilence(may: typeof maySleep): void {
  maySleep = may;
}

/** Tells of a descriptor for which the runtime waits in this thread, by which its loop is found. */
export function noteWatched(descriptor: number): void {
  if (maySleep !== undefined) kernel ??= KernelWait.open(descriptor) ?? undefined;
}

/**
 * Calls back after that time, and gives what takes the call back. After a silence it is called at the latest then, and
 * together with all others of this thread that wait as long: to wake a thread costs more than a look. Where the thread
 * may sleep it is called when there is something to read in a socket, or after a second. `descriptor`: the socket.
 */
export function lookAfter(milliseconds: number, look: Look, descriptor: number): () => void {
  if (milliseconds < SILENT_MS) return lookApart(milliseconds, look);
  const round = rounds.get(milliseconds) ?? beginRound(milliseconds);
  round.set(look, descriptor);
  return () => void round.delete(look);
}

function lookApart(milliseconds: number, look: Look): () => void {
  apart += 1;
  const timer = setTimeout(() => {
    apart -= 1;
    isOver = true;
    look();
  }, milliseconds);
  let isOver = false;
  return () => {
    if (isOver) return;
    [isOver, apart] = [true, apart - 1];
    clearTimeout(timer);
  };
}

function beginRound(milliseconds: number): Round {
  const round: Round = new Map();
  rounds.set(milliseconds, round);
  const end = () => {
    // Who looks and waits again is one of the next round.
    rounds.delete(milliseconds);
    for (const look of round.keys()) look();
  };
  if (!isAsleepNext()) setTimeout(end, milliseconds);
  // What else is due in this turn of the runtime's loop comes first.
  else setTimeout(() => (sleepThrough(round) ? end() : setTimeout(end, milliseconds)), 0);
  return round;
}

function isAsleepNext(): boolean {
  return kernel !== undefined && maySleep?.() === true && performance.now() >= clockUntilMs;
}

/** False where somebody else of this thread waits for the clock. */
function sleepThrough(round: Round): boolean {
  if (kernel === undefined || apart > 0 || rounds.size > 1) return false;
  const ended = kernel.wait([...round.values()], SLEEP_MS);
  if (ended !== "time") clockUntilMs = performance.now() + SLEEP_MS;
  return true;
}
