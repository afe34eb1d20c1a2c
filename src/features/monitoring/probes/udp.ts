import { oneLine } from "#platform/one-line";
import { askByDatagram } from "#platform/probe/datagram";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { UdpTarget } from "./targets";
import { OutOfTimeError } from "#platform/probe/trouble";
import { outcomeOf } from "./failure";
import { down, unknown, up } from "./verdict";

/**
 * Whether a UDP port is there. Only an answer shows that it is, and only an error that it is not: a service may well
 * keep silent about what it does not understand.
 */
export async function probeUdp(target: UdpTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  const { payload, expected } = target;
  const request = Buffer.from(payload?.data ?? "", payload?.encoding === "hex" ? "hex" : "utf8");
  try {
    const { value, latencyMs } = await askByDatagram(target, limits, {
      request: () => request,
      tries: 1,
      read: (octets) => octets.toString("utf8"),
    });
    const details = { answer: oneLine(value) };
    if (expected === null || value.includes(expected)) return up(latencyMs, details);
    return down(`the answer lacks "${expected}"`, { latencyMs, details });
  } catch (error) {
    if (error instanceof OutOfTimeError) return unknown(error.message);
    return outcomeOf(error, { target, signal: limits.signal });
  }
}
