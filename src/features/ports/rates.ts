import { COUNTERS, forEachCounter, type Counter, type Rates, type Reading, type Readings } from "./counters";

/** What an agent's clock said at a poll. */
export type Moment = {
  atMs: number;
  /** Hundredths of a second since the agent began (sysUpTime); null: it does not say. */
  upTime: number | null;
};

/** What was counted at a port at a poll. */
export type Counted = {
  readings: Readings;
  /** Of sysUpTime, when counters last began anew (ifCounterDiscontinuityTime); null: the agent does not say. */
  discontinuity: number | null;
};

const TWO_32 = 2n ** 32n;
const HUNDREDTHS_PER_MS = 0.1;
const UP_TIME_END = 2 ** 32;
/** How far the agent's clock and ours may differ where the former has gone around. */
const AROUND_TOLERANCE = 60_000;
/** Agents that count in steps catch up on so much of the time before. */
const CATCHING_UP_SECONDS = 15;
/** Up to here a speed may be a mere default, as Linux has it of interfaces without one (10 Mbit/s). */
const BELIEVED_SPEED_BPS = 10_000_000;
const BITS_PER_OCTET = 8;
/** The shortest frame of Ethernet with preamble and gap. */
const SHORTEST_FRAME_BITS = 672;

/**
 * Seconds between two polls by the agent's clock, else by ours, which may have been set; null: the agent has begun anew
 * meanwhile, or no time has gone by.
 */
export function secondsBetween(before: Moment, now: Moment): number | null {
  const ours = (now.atMs - before.atMs) / 1000;
  if (before.upTime === null || now.upTime === null) return ours > 0 ? ours : null;
  if (now.upTime > before.upTime) return (now.upTime - before.upTime) / 100;
  // It counts to 2^32, in 497 days.
  const around = now.upTime + UP_TIME_END - before.upTime;
  const isAround = Math.abs(around - ours * 1000 * HUNDREDTHS_PER_MS) < AROUND_TOLERANCE;
  if (now.upTime < before.upTime) return isAround ? around / 100 : null;
  return ours > 0 ? ours : null;
}

/**
 * What went through a port between two polls, a second. Null where its counters began anew, by what the agent says or
 * as one of 64 bits went down, or where more went through than the port can carry: a gap is true, a spike is not. One
 * counter that cannot be told is null in it.
 */
export function ratesBetween(
  before: Counted,
  now: Counted,
  { seconds, speedBps }: { seconds: number; speedBps: number | null },
): Rates | null {
  if (before.discontinuity !== now.discontinuity) return null;
  const mostBps = speedBps !== null && speedBps > BELIEVED_SPEED_BPS ? speedBps : null;
  const span = { seconds, mostBps };
  const grown = forEachCounter((counter) =>
    growthOf(before.readings[counter], now.readings[counter], { counter, ...span }),
  );
  if (COUNTERS.some((counter) => grown[counter] === "anew")) return null;
  return forEachCounter((counter) => {
    const growth = grown[counter];
    if (typeof growth !== "bigint") return null;
    return (Number(growth) * (isOctets(counter) ? BITS_PER_OCTET : 1)) / seconds;
  });
}

type Span = { counter: Counter; seconds: number; mostBps: number | null };

/** `anew`: the counters of this port are not what they were. Null: it cannot be told of this one. */
function growthOf(before: Reading | undefined, now: Reading | undefined, span: Span): bigint | "anew" | null {
  if (before === undefined || now === undefined || before.bits !== now.bits) return null;
  const most = mostOf(span);
  const isDown = now.value < before.value;
  if (now.bits === 64) {
    if (isDown) return "anew";
    const growth = now.value - before.value;
    return most !== null && growth > most ? "anew" : growth;
  }
  const isBounded = isOctets(span.counter) && most !== null;
  // It may have gone around more than once.
  if (isBounded && most >= TWO_32) return null;
  const growth = isDown ? now.value + TWO_32 - before.value : now.value - before.value;
  const isTooMuch = most !== null && growth > most;
  // What went down has gone around if that is the shorter way, unless it is known how far it can go.
  const isDoubtful = isDown && !isBounded && growth > TWO_32 / 2n;
  return isTooMuch || isDoubtful ? "anew" : growth;
}

/** What can go through a port in that time; null: it is not known. */
function mostOf({ counter, seconds, mostBps }: Span): bigint | null {
  if (mostBps === null) return null;
  const bits = mostBps * (seconds + CATCHING_UP_SECONDS);
  return BigInt(Math.ceil(bits / (isOctets(counter) ? BITS_PER_OCTET : SHORTEST_FRAME_BITS)));
}

function isOctets(counter: Counter): boolean {
  return counter === "inOctets" || counter === "outOctets";
}
