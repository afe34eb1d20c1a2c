/** Up to here in steps of 0.01 ms, beyond in steps of 0.1 %. */
const FINE_TO_MS = 10;
const FINE_STEPS = 1000;
const RATIO = Math.log(1.001);

/** The whole number that stands for a latency in ms. */
export function toLatencyCode(latencyMs: number): number {
  const ms = Math.max(0, latencyMs);
  if (ms < FINE_TO_MS) return Math.round((ms * FINE_STEPS) / FINE_TO_MS);
  return FINE_STEPS + Math.round(Math.log(ms / FINE_TO_MS) / RATIO);
}

/** The latency again, to 0.01 ms or 0.1 %, whichever is more. */
export function fromLatencyCode(code: number): number {
  const ms =
    code <= FINE_STEPS
      ? (code * FINE_TO_MS) / FINE_STEPS
      : FINE_TO_MS * Math.exp((code - FINE_STEPS) * RATIO);
  return Math.round(ms * 100) / 100;
}
