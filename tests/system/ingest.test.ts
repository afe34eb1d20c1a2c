import { afterEach, test } from "bun:test";
import { startService, type ServiceProcess } from "../support/service-process";
import { expectSteadyIngest } from "../support/steady-ingest";

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
}, 30_000);

test("fault 1: three seconds of UDP at 0.8 of the no-loss rate: stored = sent, no gap, no repeat, memory flat (longer: bun run test:faults)", async () => {
  service = await startService({ environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" } });
  await expectSteadyIngest(service, 3);
}, 60_000);
