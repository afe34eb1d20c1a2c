import { startSender } from "./numbered-sender";
import { unreadOctets } from "./unread-octets";
import { waitFor } from "./wait-for";

const RATE = 20_000;
const LOOK_MS = 5_000;

/**
 * Sends so many numbered lines, half over TCP and half over UDP, and waits until the service has read them all from its
 * sockets. Gives when that was seen (performance.now()); 50 ms later they are written.
 */
export async function sendBurst(
  port: number,
  { first, total }: { first: number; total: number },
): Promise<number> {
  const half = { port, total: total / 2, rate: RATE };
  const senders = await Promise.all([
    startSender({ ...half, transport: "tcp", first }),
    startSender({ ...half, transport: "udp", first: first + total / 2 }),
  ]);
  await Promise.all(senders.map(({ done }) => done));
  const sent = senders.reduce((sum, sender) => sum + sender.sent.length, 0);
  if (sent !== total) throw new Error(`only ${sent} of ${total} lines were taken by the kernel`);
  await waitFor("the service to read what was sent", () => unreadOctets(port) === 0, LOOK_MS);
  const readAt = performance.now();
  for (const sender of senders) sender.stop();
  return readAt;
}

/** The numbers from `first` on, so many. */
export function numbersFrom(first: number, total: number): Set<number> {
  return new Set(Array.from({ length: total }, (_, index) => first + index));
}
