import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { treeMemory } from "../bench/process-memory";
import { setUpAdmin } from "../support/api-client";
import { overload, pauseService } from "../support/loss-balance";
import { startService, type ServiceProcess } from "../support/service-process";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
const TOTAL = 2_000_000;
const NO_LOSS_RATE = Number(process.env["NO_LOSS_RATE"] ?? 50_000);

setDefaultTimeout(900_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

test("fault 2: 2,000,000 datagrams faster than capacity: sent = stored + every named loss, to the line", async () => {
  service = await startService({ environment: UNLIMITED });
  const client = await setUpAdmin(service.url);
  const { slowestAnswerMs } = await overload(service, client, { total: TOTAL, rate: 1_000_000 });
  expect(slowestAnswerMs).toBeLessThan(1000);
});

test("fault 2: 200,000 datagrams faster than a small buffer takes them: sent = stored + every named loss, to the line", async () => {
  service = await startService({ environment: { ...UNLIMITED, SYSLOG_RECEIVE_BUFFER_BYTES: "65536" } });
  const client = await setUpAdmin(service.url);
  const { losses, slowestAnswerMs } = await overload(service, client, { total: 200_000, rate: 1_000_000 });
  expect(losses["kernel"]).toBeGreaterThan(0);
  expect(slowestAnswerMs).toBeLessThan(1000);
});

test("fault 13: stopped for 10 s at 5,000 lines a second and let go on", async () => {
  service = await startService({ environment: { ...UNLIMITED, SYSLOG_RECEIVE_BUFFER_BYTES: "1048576" } });
  const client = await setUpAdmin(service.url);
  const { kernelDrops } = await pauseService(service, client, { seconds: 10, rate: 5_000 });
  expect(kernelDrops).toBeGreaterThan(0);
});

test("fault 1: ten minutes at 0.8 of the no-loss rate (NO_LOSS_RATE): nothing lost, memory flat", async () => {
  service = await startService({ environment: UNLIMITED });
  const client = await setUpAdmin(service.url);
  const rate = Math.round(NO_LOSS_RATE * 0.8);
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(treeMemory(service?.pid ?? 0)), 10_000);
  const { sent, losses } = await overload(service, client, { total: rate * 600, rate });
  clearInterval(timer);
  expect([sent, Object.values(losses).reduce((sum, count) => sum + count, 0)]).toEqual([rate * 600, 0]);
  const early = Math.max(...memory.slice(3, 18));
  expect(Math.max(...memory.slice(-12))).toBeLessThan(early * 1.2 + 64);
});
