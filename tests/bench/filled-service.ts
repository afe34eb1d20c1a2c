import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { openCommandDatabase } from "#platform/command-database";
import { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startWebService, type WebService } from "../support/browser/web-service";
import { fillStore, mergeStore } from "./event-store";
import type { LineSource } from "./event-lines";

const SUBNETS = 200;
const DAY_SECONDS = 86_400;
/** The last event is so old: nothing lies in the future of a clock. */
const AGE_SECONDS = 5;
const ENVIRONMENT = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000", LOG_LEVEL: "warning" };

type Contents = { devices: number; events: number; lineOf: LineSource };

/**
 * The real program with so many devices, 200 subnets and the events of the last day on disk, merged as they would be.
 * Devices come in over the API; events are written as ingest writes them while the service is stopped, because over the
 * wire they would all be of the same minutes.
 */
export async function startFilledService(contents: Contents): Promise<WebService> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "netatlas-bench-"));
  const empty = await startWebService({ dataDirectory, environment: ENVIRONMENT });
  await seedInventory(await setUpAdmin(empty.url), contents.devices);
  await empty.stop();
  await seedEvents(dataDirectory, contents);
  return startWebService({ dataDirectory, environment: ENVIRONMENT });
}

async function seedInventory(admin: ApiClient, count: number): Promise<void> {
  const devices = Array.from({ length: count }, (_, index) => ({
    display_name: `sw-${index}`,
    ip_address: `10.${index >> 14}.${(index >> 6) & 0xff}.${index & 63}`,
    device_type: "switch",
    topology_group: `Group ${index % 50}`,
  }));
  await admin.send("POST", "/api/v1/topology/devices/import", { devices });
  for (let index = 0; index < SUBNETS; index++) {
    const cidr = `10.0.${index}.0/24`;
    await admin.send("POST", "/api/v1/ipam/subnets", { name: cidr, cidr });
  }
}

async function seedEvents(dataDirectory: string, { events, lineOf }: Contents): Promise<void> {
  const log = pino({ level: "silent" });
  const opened = await openCommandDatabase({
    url: undefined,
    dataDirectory,
    binaryDirectory: undefined,
    templateCluster: undefined,
    log,
  });
  const folders = { events: join(dataDirectory, "events"), temporary: join(dataDirectory, "tmp") };
  const store = new EventDatabase({
    eventsFolder: folders.events,
    temporaryFolder: folders.temporary,
    memoryMegabytes: 400,
    threads: 2,
  });
  try {
    const filled = { db: opened.database.db, database: store, folders };
    const startMicros = (Date.now() / 1000 - DAY_SECONDS - AGE_SECONDS) * 1e6;
    const perSecond = events / DAY_SECONDS;
    await fillStore(filled, { events, lineOf, startMicros: Math.floor(startMicros), perSecond });
    await mergeStore(filled, { isDayOver: false });
  } finally {
    await store.close();
    await opened.close();
  }
}
