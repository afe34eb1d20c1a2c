/** What starting a small program takes on a usual machine of two cores that does nothing else. */
const USUAL_START_MS = 23;

/** It touches 8 MiB of memory anew; a service of a test touches some twenty times as much. */
const PROGRAM = "new Uint8Array(8 << 20).fill(1)";

const STARTS = 15;

/** Beyond it something else is wrong. */
const SLOWEST = 4;

/**
 * How many times as long as a usual machine this one takes to start programs, from 1 to 4. The check starts thousands
 * of them (services, database servers, pages of a browser), and where memory is slow to come by, as below some
 * hypervisors, a start takes a multiple while a loop runs as fast as anywhere.
 */
export async function measureSlowness(): Promise<number> {
  const took: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now();
    await Bun.spawn([process.execPath, "-e", PROGRAM]).exited;
    took.push(performance.now() - began);
  }
  const median = took.sort((left, right) => left - right)[STARTS >> 1] ?? USUAL_START_MS;
  return Math.min(SLOWEST, Math.max(1, median / USUAL_START_MS));
}
