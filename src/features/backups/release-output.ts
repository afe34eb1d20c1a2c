import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

/**
 * Lets go of what a COPY puts out: its connection is of no use before all has been taken that is on its way. For the end
 * of the work, whether that has come through or not.
 */
export async function releaseOutput(output: Readable): Promise<void> {
  output.resume();
  await Promise.allSettled([finished(output, { writable: false })]);
  // postgres.js 3.4.9 pauses the connection while the stream's buffer is full, and leaves it so where that was the last
  // page.
  output._read(0);
}
