import { expect, test } from "bun:test";
import { readKernelDrops, readSocketInode } from "../../src/features/syslog/receive/sockets/kernel-drops";
import { pauseAfter } from "../../src/features/syslog/receive/sockets/look-pause";
import { setReceiveBuffer } from "../../src/features/syslog/receive/sockets/receive-buffer";

const MIB = 1024 * 1024;
const PER_MS = 200;
/** A timer may be so late on a machine that has other work. */
const LATE_MS = 10;
const BATCH = 100;
/** More looks without a datagram than there are in a day. */
const SILENT_LOOKS = 10_000_000;

type Opened = { port: number; inode: string; granted: number; close: () => void };

/** A socket with such a receive buffer, which nobody reads until the event loop goes on. */
async function givenSocket(bytes: number): Promise<Opened> {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { data: () => undefined } });
  const descriptor = "fd" in socket && typeof socket.fd === "number" ? socket.fd : -1;
  const granted = setReceiveBuffer(descriptor, bytes) ?? 0;
  const inode = (await readSocketInode(descriptor)) ?? "";
  return { port: socket.port, inode, granted, close: () => socket.close() };
}

/** The longest pause between two looks, whatever came before. */
function longestPauseMs(bufferBytes: number): number {
  const looks = [
    { count: 1, waitedMs: 80, silentLooks: 0 },
    { count: 0, waitedMs: 80, silentLooks: SILENT_LOOKS },
  ];
  return Math.max(...looks.map((look) => pauseAfter(look, { bufferBytes })));
}

const largest = await givenSocket(64 * MIB);
largest.close();
const cases = [250, 1400].flatMap((octets) => [64, 32, 16, 8].map((mib) => [mib, octets] as const));

test.skipIf(largest.granted < 64 * MIB).each(cases)(
  "a receive buffer of %i MiB holds what 200,000 datagrams a second of %i octets bring until the collector looks, after any silence",
  async (mib, octets) => {
    const { port, inode, granted, close } = await givenSocket(mib * MIB);
    const sender = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } });
    const datagrams = (longestPauseMs(granted) + LATE_MS) * PER_MS;
    const batch = Array.from({ length: BATCH }, () => "x".repeat(octets));
    let sent = 0;
    // All in one turn of the event loop: nobody reads meanwhile.
    while (sent < datagrams) sent += sender.sendMany(batch);
    expect(await readKernelDrops(inode)).toBe(0);
    sender.close();
    close();
  },
);
