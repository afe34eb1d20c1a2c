import { afterEach, expect, test, setDefaultTimeout } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setUpAdmin, waitForDatabase } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { takeReadmeTour } from "../support/readme-tour";
import { readStatus, waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

const ROOT = join(import.meta.dir, "../..");
const REPLAY = join(ROOT, "../shared/corpus/replay.log");

setDefaultTimeout(patient(60_000));

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

test("README's tour does what it says, with curl and logger", async () => {
  service = await startService({ fromNothing: true });
  await waitForDatabase(service.url);
  await takeReadmeTour(service);
});

test.skipIf(!existsSync(REPLAY))(
  "every line of the replay file is found after it was sent over TCP",
  async () => {
    service = await startService({ environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" } });
    const client = await setUpAdmin(service.url);
    const text = readFileSync(REPLAY, "utf8");
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: service.syslogPort,
      socket: { data() {} },
    });
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    for (let offset = 0; offset < bytes.length;) {
      offset += Math.max(0, socket.write(bytes.subarray(offset)));
      await Bun.sleep(1);
    }
    socket.end();
    await waitFor(
      "all lines to be received",
      async () => (await readStatus(client)).received_packets >= lines.length,
    );
    await waitUntilStored(client);
    const status = await readStatus(client);
    expect(status.total_events).toBe(lines.length);
    expect(Object.values(status.losses).reduce((sum, count) => sum + count, 0)).toBe(0);
    const page = await client.get<{ events: { raw_log: string }[] }>(
      "/api/v1/syslog/events?q=PA-VM%20TRAFFIC&limit=500",
    );
    expect(page.events.length).toBeGreaterThan(0);
    expect(lines).toContain(page.events[0]?.raw_log ?? "");
  },
  90_000,
);
if (!existsSync(REPLAY)) console.log("SKIPPED corpus: replay.log is not there");
