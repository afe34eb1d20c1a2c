/**
 * Wall-clock time in whole microseconds since the epoch. `Date.now` knows milliseconds only and `performance.now` does
 * not follow a clock that is set: the first says which millisecond it is, the second where in it.
 */
export function createMicrosecondClock(): () => number {
  let offsetMs = Date.now() - performance.now();
  return () => {
    const wallMs = Date.now();
    const sinceStartMs = performance.now();
    const fineMs = sinceStartMs + offsetMs;
    if (fineMs < wallMs) offsetMs += wallMs - fineMs;
    else if (fineMs >= wallMs + 1) offsetMs -= fineMs - wallMs - 0.999;
    const micros = Math.floor((sinceStartMs + offsetMs) * 1000);
    return Math.min(Math.max(micros, wallMs * 1000), wallMs * 1000 + 999);
  };
}
