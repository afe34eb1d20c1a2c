import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { setUpAdmin } from "../support/api-client";
import { overload, pauseService } from "../support/loss-balance";
import { startService, type ServiceProcess } from "../support/service-process";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(60_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

test("fault 2: 200,000 datagrams faster than a small buffer takes them: sent = stored + every named loss, to the line", async () => {
  service = await startService({ environment: { ...UNLIMITED, SYSLOG_RECEIVE_BUFFER_BYTES: "65536" } });
  const client = await setUpAdmin(service.url);
  const { losses, slowestAnswerMs } = await overload(service, client, { total: 200_000, rate: 1_000_000 });
  expect(losses["kernel"]).toBeGreaterThan(0);
  expect(slowestAnswerMs).toBeLessThan(1000);
});

test("fault 13: stopped for 2 s and let go on: what the buffer held is stored once, the rest is counted (10 s: bun run test:faults)", async () => {
  service = await startService({ environment: { ...UNLIMITED, SYSLOG_RECEIVE_BUFFER_BYTES: "65536" } });
  const client = await setUpAdmin(service.url);
  const { kernelDrops } = await pauseService(service, client, { seconds: 2, rate: 5_000 });
  expect(kernelDrops).toBeGreaterThan(0);
});
