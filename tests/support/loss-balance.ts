import { expect } from "bun:test";
import { runUdpLoad } from "../bench/udp-load";
import type { ApiClient } from "./api-client";
import { startSender } from "./numbered-sender";
import type { ServiceProcess } from "./service-process";
import { readStoredSequences } from "./stored-events";
import { readStatus, waitUntilStored } from "./syslog-status";
import { waitFor } from "./wait-for";

export type Overload = {
  sent: number;
  stored: number;
  losses: Record<string, number>;
  slowestAnswerMs: number;
};

const PATIENCE_MS = 120_000;

/**
 * Sends more than the service can take and sees that each line is stored once or counted once: sent = stored + the sum
 * of every named loss. Meanwhile it asks the API ten times a second.
 */
export async function overload(
  service: ServiceProcess,
  client: ApiClient,
  load: { total: number; rate: number; first?: number },
): Promise<Overload> {
  const before = await readStatus(client);
  const sending = runUdpLoad({ port: service.syslogPort, ...load });
  const ended = new AbortController();
  void sending.finally(() => ended.abort());
  let slowestAnswerMs = 0;
  while (!ended.signal.aborted) {
    const asked = performance.now();
    await client.get("/api/v1/auth/me");
    slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - asked);
    await Bun.sleep(100);
  }
  const { sent } = await sending;
  await waitFor(
    "every line to be received or counted as dropped by the kernel",
    async () => {
      const { received_packets: received, losses } = await readStatus(client);
      return (
        received + (losses["kernel"] ?? 0) - before.received_packets - (before.losses["kernel"] ?? 0) >= sent
      );
    },
    PATIENCE_MS,
  );
  await waitUntilStored(client, PATIENCE_MS);
  const status = await readStatus(client);
  const losses = Object.fromEntries(
    Object.entries(status.losses).map(([reason, count]) => [reason, count - (before.losses[reason] ?? 0)]),
  );
  const lost = sumOf(losses);
  const stored = status.stored_events - before.stored_events;
  expect(stored + lost).toBe(sent);
  const onDisk = await readStoredSequences(service.dataDirectory);
  expect(onDisk.rows).toBe(status.stored_events);
  expect([onDisk.distinct, onDisk.ids]).toEqual([onDisk.rows, onDisk.rows]);
  return { sent, stored, losses, slowestAnswerMs };
}

/**
 * Stops a service for a while in the middle of a steady load and lets it go on: what the kernel's buffer held meanwhile
 * is stored once, and the rest is counted as dropped there.
 */
export async function pauseService(
  service: ServiceProcess,
  client: ApiClient,
  pause: { seconds: number; rate: number },
): Promise<{ sent: number; kernelDrops: number }> {
  const { pid, syslogPort: port } = service;
  const total = (pause.seconds + 1) * pause.rate;
  const sender = await startSender({ transport: "udp", port, first: 0, total, rate: pause.rate });
  process.kill(pid, "SIGSTOP");
  await Bun.sleep(pause.seconds * 1000);
  process.kill(pid, "SIGCONT");
  await sender.done;
  sender.stop();
  const sent = sender.sent.length;
  const balance = async () => {
    const { losses, stored_events: stored } = await readStatus(client);
    return { kernelDrops: losses["kernel"] ?? 0, stored, sum: sumOf(losses) + stored };
  };
  await waitFor("sent = stored + lost", async () => (await balance()).sum === sent, PATIENCE_MS);
  const { stored, kernelDrops } = await balance();
  const onDisk = await readStoredSequences(service.dataDirectory);
  expect([onDisk.rows, onDisk.distinct]).toEqual([stored, stored]);
  return { sent, kernelDrops };
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
