import { randomBytes } from "node:crypto";
import { oneLine } from "#platform/one-line";
import { askByDatagram } from "#platform/probe/datagram";
import { describeReference, type NtpReply, offsetMs, readNtpReply, writeNtpRequest } from "./ntp-packet";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { NtpTarget } from "./targets";
import { outcomeOf } from "./failure";
import { down, up } from "./verdict";

const TRIES = 2;
const LEAP_UNSYNCHRONISED = 3;
const STRATUM_KISS = 0;
/** As of this one, a server has no time to give. */
const STRATUM_UNSYNCHRONISED = 16;
/** Half the root delay and the dispersion together: beyond it no client takes the time (RFC 5905, MAXDISP). */
const MAX_DISTANCE_MS = 16_000;

type Received = { reply: NtpReply; offset: number };

/** Whether a time server gives the time (RFC 5905), and how far our clock is off it. */
export async function probeNtp(target: NtpTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  /**
   * Requests on their way, by what the reply copies from them: on the clock of `performance.now`, and the wall clock.
   */
  const sent = new Map<bigint, { at: number; wallAt: number }>();
  try {
    const { value, latencyMs } = await askByDatagram<Received>(target, limits, {
      tries: TRIES,
      request: () => {
        const cookie = randomBytes(8).readBigUInt64BE();
        sent.set(cookie, { at: performance.now(), wallAt: Date.now() });
        return writeNtpRequest(cookie);
      },
      read: (octets) => {
        const arrivedAt = performance.now();
        const reply = readNtpReply(octets);
        const request = reply === undefined ? undefined : sent.get(reply.origin);
        if (reply === undefined || request === undefined) return undefined;
        const { at, wallAt } = request;
        // Not the wall clock, which may have been set in between.
        const offset = offsetMs(reply, { sentAt: wallAt, arrivedAt: wallAt + (arrivedAt - at) });
        return { reply, offset };
      },
    });
    const details = detailsOf(value);
    const problem = problemOf(value, target.maxOffsetMs);
    return problem === null ? up(latencyMs, details) : down(problem, { latencyMs, details });
  } catch (error) {
    return outcomeOf(error, { target, signal: limits.signal });
  }
}

function problemOf({ reply, offset }: Received, maxOffsetMs: number | null): string | null {
  if (reply.stratum === STRATUM_KISS) return `kiss-o'-death: ${describeReference(reply)}`;
  if (reply.leap === LEAP_UNSYNCHRONISED || reply.stratum >= STRATUM_UNSYNCHRONISED) {
    return "the server is not synchronised";
  }
  if (reply.sentAt === 0n || reply.receivedAt === 0n) return "the server gives no time";
  if (reply.rootDelayMs / 2 + reply.rootDispersionMs >= MAX_DISTANCE_MS)
    return "the server's time is too vague";
  if (maxOffsetMs === null || Math.abs(offset) <= maxOffsetMs) return null;
  return `the clocks differ by ${Math.round(Math.abs(offset))} ms, and may by ${maxOffsetMs} ms`;
}

function detailsOf({ reply, offset }: Received): ProbeOutcome["details"] {
  const reference = oneLine(describeReference(reply));
  if (reply.stratum === STRATUM_KISS) return { stratum: 0, kissCode: reference };
  return {
    stratum: reply.stratum,
    offsetMs: Math.round(offset),
    leap: reply.leap,
    reference,
    rootDispersionMs: Math.round(reply.rootDispersionMs * 1000) / 1000,
  };
}
