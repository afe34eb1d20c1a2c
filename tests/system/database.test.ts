import { afterEach, expect, test, setDefaultTimeout } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createApiClient, setUpAdmin } from "../support/api-client";
import { startSender } from "../support/numbered-sender";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(patient(60_000));

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

function postmasterPid(dataDirectory: string): number {
  return Number(readFileSync(join(dataDirectory, "db", "18", "postmaster.pid"), "utf8").split("\n")[0]);
}

test("fault 11: a killed database is back in 5 s; requests meanwhile are 503 with Retry-After; syslog is received all the while", async () => {
  service = await startService({ environment: UNLIMITED });
  const { dataDirectory, url } = service;
  const client = await setUpAdmin(url);
  const lines = 6000;
  const sender = await startSender({
    transport: "tcp",
    port: service.syslogPort,
    first: 0,
    total: lines,
    rate: 2000,
  });
  await Bun.sleep(500);
  const killedAt = performance.now();
  process.kill(postmasterPid(dataDirectory), "SIGKILL");
  const refusals: Response[] = [];
  await waitFor("the database to be back", async () => {
    const response = await client.fetch("/api/v1/auth/me");
    if (response.status !== 200) refusals.push(response);
    return response.status === 200 && refusals.length > 0;
  });
  expect(performance.now() - killedAt).toBeLessThan(patient(5000));
  for (const refusal of refusals) {
    expect(refusal.status).toBe(503);
    expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refusal.json()).toEqual({ detail: "The database is not available at the moment" });
  }
  await sender.done;
  await waitUntilStored(client);
  const stored = await readStoredSequences(dataDirectory);
  expect(stored.distinct).toBe(lines);
  expect(stored.rows).toBe(lines);
});

test("while the database cannot be reached, health answers and the rest is 503 with Retry-After", async () => {
  service = await startService({
    environment: { DATABASE_URL: "postgres://nobody:nothing@127.0.0.1:9/none" },
  });
  expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  const refused = await fetch(`${service.url}/api/v1/setup/status`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).not.toBeNull();
  const ready = await fetch(`${service.url}/api/v1/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "not_ready" });
});

test("a killed service starts again with all that it had acknowledged", async () => {
  service = await startService({ environment: UNLIMITED });
  const { dataDirectory } = service;
  const client = await setUpAdmin(service.url);
  await client.send("POST", "/api/v1/topology/devices", { name: "kept", ip_address: "192.0.2.1" });
  await service.kill();
  service = await startService({ dataDirectory, environment: UNLIMITED });
  const devices = await createApiClient(service.url, client.credential).get<{ display_name: string }[]>(
    "/api/v1/topology/devices",
  );
  expect(devices.map((device) => device.display_name)).toEqual(["kept"]);
});

test("a second service on the same data directory is refused with a line that names it", async () => {
  service = await startService();
  const refused = await startService({ dataDirectory: service.dataDirectory }).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(refused).toContain("is in use by another running service");
  expect(refused).toContain(service.dataDirectory);
  expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
});

test("a wrong setting stops the start with every bad name listed", async () => {
  const refused = await startService({
    environment: { APP_PORT: "many", LOG_LEVEL: "loud", SYSLOG_HOST: "here" },
  }).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(refused).toContain("ended with 2");
  expect(refused).toContain("APP_PORT: must be a whole number");
  expect(refused).toContain("LOG_LEVEL: must be one of");
});
