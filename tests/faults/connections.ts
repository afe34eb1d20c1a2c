import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import net from "node:net";
import { treeMemory } from "../bench/process-memory";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(300_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

/** A connection from an address of the loopback's own network. */
function connect(port: number, from = "127.0.0.1"): Promise<net.Socket> {
  const socket = net.connect({ host: "127.0.0.1", port, localAddress: from });
  socket.on("error", () => undefined);
  socket.resume();
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(socket));
    socket.once("close", () => resolve(socket));
  });
}

function write(socket: net.Socket, octets: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(octets, (error) => (error ? reject(error) : resolve()));
  });
}

async function expectHeard(client: ApiClient, port: number): Promise<void> {
  const before = (await readStatus(client)).stored_events;
  const socket = await connect(port, "127.9.9.9");
  await write(socket, "<13>a new sender\n");
  await waitFor(
    "the new sender's line",
    async () => (await readStatus(client)).stored_events > before,
    20_000,
  );
  socket.destroy();
}

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

test("fault 18: 10,000 connections opened and dropped: new senders are heard, and nothing of them is left", async () => {
  service = await startService({ environment: UNLIMITED });
  const { syslogPort: port, pid } = service;
  const client = await setUpAdmin(service.url);
  const before = openFiles(pid);
  for (let opened = 0; opened < 10_000; opened += 50) {
    const batch = await Promise.all(
      Array.from({ length: 50 }, (_, index) => connect(port, `127.2.${opened % 200}.${index + 1}`)),
    );
    for (const socket of batch) socket.resetAndDestroy();
  }
  await expectHeard(client, port);
  await waitFor("their descriptors to be closed", () => openFiles(pid) <= before + 20);
});

test("fault 18: 5,000 idle connections and 500 that send an octet a second: new senders are heard, the slow ones are closed", async () => {
  service = await startService({ environment: UNLIMITED });
  const { syslogPort: port, pid } = service;
  const client = await setUpAdmin(service.url);
  const memoryBefore = treeMemory(pid);
  const idle: net.Socket[] = [];
  for (let count = 0; count < 5000; count++)
    idle.push(await connect(port, `127.3.${count >> 6}.${(count & 63) + 1}`));
  const slow: net.Socket[] = [];
  for (let count = 0; count < 500; count++) slow.push(await connect(port, `127.4.${count >> 5}.1`));
  const trickle = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write("x");
  }, 1000);
  await expectHeard(client, port);
  await waitFor(
    "the slow ones to be closed after 30 s",
    () => slow.every((socket) => socket.destroyed),
    60_000,
  );
  clearInterval(trickle);
  await expectHeard(client, port);
  expect(treeMemory(pid) - memoryBefore).toBeLessThan(200);
  for (const socket of idle) socket.destroy();
});

test("fault 17: a line of 1 GiB without an end is cut at the limit, and takes next to no memory", async () => {
  service = await startService({ environment: UNLIMITED });
  const { syslogPort: port, pid } = service;
  const client = await setUpAdmin(service.url);
  const socket = await connect(port);
  const piece = Buffer.alloc(1 << 20, 0x61);
  await write(socket, "<13>");
  const before = treeMemory(pid);
  let highest = before;
  for (let sent = 0; sent < 1024; sent++) {
    await write(socket, piece);
    if (sent % 64 === 0) highest = Math.max(highest, treeMemory(pid));
  }
  await write(socket, "\n<13>the next line\n");
  await waitFor("both lines", async () => (await readStatus(client)).stored_events === 2, 30_000);
  const { truncated_messages: truncated } = await client.get<{ truncated_messages: number }>(
    "/api/v1/syslog/status",
  );
  expect(truncated).toBe(1);
  expect(highest - before).toBeLessThan(64);
  socket.destroy();
});

test("fault 20: 100,000 datagrams, each from a sender of its own: all are stored, and what is kept of senders is bounded", async () => {
  service = await startService({ environment: UNLIMITED });
  const { syslogPort: port, pid } = service;
  const client = await setUpAdmin(service.url);
  const before = treeMemory(pid);
  const total = 100_000;
  for (let index = 0; index < total; index++) {
    const hostname = `127.${10 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
    const sender = await Bun.udpSocket({ hostname });
    sender.send(`<13>1 2026-11-21T10:50:00Z host-${index} app - - - line`, port, "127.0.0.1");
    sender.close();
  }
  await waitFor("every line", async () => (await readStatus(client)).stored_events === total, 60_000);
  const status = await client.get<{ sender_count: number; senders: { sender: string; stored: number }[] }>(
    "/api/v1/syslog/status",
  );
  expect(status.sender_count).toBeLessThanOrEqual(4096);
  expect(status.senders).toHaveLength(101);
  expect(status.senders.reduce((sum, { stored }) => sum + stored, 0)).toBe(total);
  expect(treeMemory(pid) - before).toBeLessThan(300);
});
