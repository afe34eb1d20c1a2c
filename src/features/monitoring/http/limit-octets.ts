import type { Socket } from "node:net";
import { HttpTrouble } from "./trouble";

/** 50 interim answers and a header of the longest, twice over. */
const MAX_FRAMING_BYTES = 8 * 1024 * 1024;

/**
 * Ends a connection that has brought more octets than an answer of that much content can have: blank lines before it,
 * noughts before the length of a chunk, and what else the parser takes without a word have no end of their own.
 */
export function limitOctets(socket: Socket, contentBytes: number): void {
  const most = 2 * contentBytes + MAX_FRAMING_BYTES;
  let count = 0;
  socket.on("data", (octets: Uint8Array) => {
    count += octets.length;
    if (count > most) socket.destroy(new HttpTrouble("more octets came than an answer has"));
  });
}
