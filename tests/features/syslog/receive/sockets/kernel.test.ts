import { expect, test } from "bun:test";
import { createMicrosecondClock } from "../../../../../src/features/syslog/receive/clock";
import {
  readKernelDrops,
  readSocketInode,
} from "../../../../../src/features/syslog/receive/sockets/kernel-drops";
import {
  describeSmallBuffer,
  setReceiveBuffer,
} from "../../../../../src/features/syslog/receive/sockets/receive-buffer";

/** A UDP socket whose owner reads nothing, in a process of its own. */
async function descriptorOf(socket: object): Promise<number> {
  return "fd" in socket && typeof socket.fd === "number" ? socket.fd : -1;
}

test("a receive buffer is granted as asked for, up to what the system allows, and reported undoubled", async () => {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1" });
  const granted = setReceiveBuffer(await descriptorOf(socket), 100_000);
  expect(granted).toBe(100_000);
  socket.close();
});

test("a small receive buffer is described with the line that mends it", () => {
  expect(describeSmallBuffer(67_108_864, 67_108_864)).toBeUndefined();
  expect(describeSmallBuffer(67_108_864, 212_992)).toContain("is 208 KiB instead of 65536 KiB");
  expect(describeSmallBuffer(67_108_864, 212_992)).toContain('"sysctl -w net.core.rmem_max=67108864"');
  expect(describeSmallBuffer(67_108_864, null)).toContain("the system's default");
});

test("datagrams that the kernel drops on a socket are counted for that socket only", async () => {
  const full = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { data: () => undefined } });
  const other = await Bun.udpSocket({ hostname: "::1" });
  setReceiveBuffer(await descriptorOf(full), 2048);
  const inode = (await readSocketInode(await descriptorOf(full))) ?? "";
  expect(await readKernelDrops(inode)).toBe(0);
  const sender = await Bun.udpSocket({ hostname: "127.0.0.1" });
  // All in one turn of the event loop: nobody reads meanwhile.
  for (let count = 0; count < 200; count++) sender.send("x".repeat(500), full.port, "127.0.0.1");
  expect(await readKernelDrops(inode)).toBeGreaterThan(100);
  const otherInode = (await readSocketInode(await descriptorOf(other))) ?? "";
  expect(await readKernelDrops(otherInode)).toBe(0);
  expect(await readKernelDrops("0000")).toBeNull();
  for (const socket of [full, other, sender]) socket.close();
});

test("the clock gives wall time in microseconds, finer than milliseconds and never a millisecond off", () => {
  const now = createMicrosecondClock();
  const fractions = new Set<number>();
  for (let count = 0; count < 5000; count++) {
    const before = Date.now();
    const micros = now();
    const after = Date.now();
    expect(micros).toBeGreaterThanOrEqual(before * 1000);
    expect(micros).toBeLessThan((after + 1) * 1000);
    fractions.add(micros % 1000);
  }
  expect(fractions.size).toBeGreaterThan(50);
});
