import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { setUpAdmin } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { startSender } from "../support/numbered-sender";
import { startService, type ServiceProcess } from "../support/service-process";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(60_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

test("the service runs on an external DATABASE_URL", async () => {
  const postgres = await startForeignPostgres();
  try {
    service = await startService({ environment: { ...UNLIMITED, DATABASE_URL: postgres.url } });
    expect(service.output()).toContain("PostgreSQL at 127.0.0.1");
    expect(service.output()).not.toContain(new URL(postgres.url).password);
    const client = await setUpAdmin(service.url);
    const sender = await startSender({
      transport: "udp",
      port: service.syslogPort,
      first: 0,
      total: 500,
      rate: 1000,
    });
    await sender.done;
    await waitFor("the lines", async () => (await readStatus(client)).total_events === 500);
    expect(await service.stop()).toBe(0);
  } finally {
    await postgres.stop();
  }
});
