import pino from "pino";
import { startSyslog, type SyslogEngine } from "#features/syslog";
import type { Caller } from "#platform/http/guard";
import { lookUp } from "../../src/features/lookup/service";
import { createTestDatabase, type TestDatabase } from "../support/database";
import {
  createStoreFolders,
  givenSegment,
  openEventDatabase,
  testPool,
  type StoreFolders,
} from "../support/event-store";
import { engineOptions } from "../support/syslog-engine";
import { percentile, printFigure } from "./report";

const DEVICES = 10_000;
const SEGMENTS = 20;
const EVENTS_PER_SEGMENT = 500_000;
const LOOKUPS = 200;
const DAY_MICROS = 86_400_000_000;

const CALLER: Caller = {
  userId: 1,
  username: "admin",
  role: "SuperAdmin",
  isSuperAdmin: true,
  permissions: [],
  apiKeyId: null,
  sessionId: null,
  mustEnrol: false,
};

/** Look-ups by address, MAC address and name over 10,000 devices and a day of 10 M events. */
export async function benchLookup(): Promise<void> {
  const log = pino({ level: "silent" });
  const database = await createTestDatabase();
  const folders = await createStoreFolders();
  const engine = await startEngine(database, folders);
  const now = new Date();
  await seedInventory(database);
  await seedEvents({ database, folders, engine, now });
  const leftOut = new Map<string | null, number>();
  const milliseconds: number[] = [];
  const dayStart = new Date(now.getTime() - DAY_MICROS / 1000).toISOString();
  let days = 0;
  for (let lookup = 0; lookup < LOOKUPS; lookup++) {
    const number = (lookup * 7919) % DEVICES;
    const terms = [`10.0.${number >> 8}.${number & 255}`, macAddressOf(number), `host${number}`];
    const term = terms[lookup % terms.length] ?? "";
    const started = performance.now();
    const ctx = { db: database.db, syslog: engine, log };
    const result = await lookUp(ctx, { term, caller: CALLER, now }, new AbortController().signal);
    milliseconds.push(performance.now() - started);
    if (result.devices.length !== 1) throw new Error(`${term} gave ${result.devices.length} devices`);
    if (result.events_since === dayStart) days += 1;
    leftOut.set(result.events_left_out, (leftOut.get(result.events_left_out) ?? 0) + 1);
  }
  const p95 = percentile(milliseconds, 0.95);
  printFigure({ name: "look-up, p95", value: p95, unit: "ms", target: "<= 200", holds: p95 <= 200 });
  printFigure({ name: "  median", value: percentile(milliseconds, 0.5), unit: "ms" });
  const wholeDay = days / LOOKUPS;
  const withEvents = (leftOut.get(null) ?? 0) / LOOKUPS;
  printFigure({ name: "  with their last events in that time", value: withEvents * 100, unit: "%" });
  printFigure({ name: "  with those of the whole day", value: wholeDay * 100, unit: "%" });
  await engine.stop(0);
  await database.drop();
}

function macAddressOf(number: number): string {
  return number
    .toString(16)
    .padStart(12, "0")
    .replace(/(..)(?!$)/g, "$1:");
}

function startEngine(database: TestDatabase, folders: StoreFolders): Promise<SyslogEngine> {
  return startSyslog(
    {
      db: database.db,
      catalogReady: Promise.resolve(),
      pool: testPool(),
      log: pino({ level: "silent" }),
    },
    engineOptions(folders),
  );
}

async function seedInventory({ sql }: TestDatabase): Promise<void> {
  await sql`
    INSERT INTO devices (display_name, hostname, ip_address, mac_address, status, lifecycle, monitoring_paused,
      expected_status, icon)
    SELECT 'Host ' || number, 'host' || number || '.example.com', host('10.0.0.0'::inet + number),
      lpad(to_hex(number), 12, '0')::macaddr::text, 'online', 'active', false, 'online', 'server'
    FROM generate_series(0, ${DEVICES - 1}::int) number`;
  await sql`
    INSERT INTO relationships (source_device_id, target_device_id, relationship_type, allow_outbound, allow_inbound)
    SELECT id, id + 1, 'link', true, true FROM devices WHERE id + 1 IN (SELECT id FROM devices)`;
  await sql`
    INSERT INTO subnets (name, network)
    SELECT 'net ' || number, set_masklen(('10.0.0.0'::inet + number::bigint * 256)::cidr, 24)
    FROM generate_series(0, 1999) number`;
  await sql`ANALYZE`;
}

type Place = { database: TestDatabase; folders: StoreFolders; engine: SyslogEngine; now: Date };

async function seedEvents({ database, folders, now }: Place): Promise<void> {
  const total = SEGMENTS * EVENTS_PER_SEGMENT;
  const start = now.getTime() * 1000 - DAY_MICROS;
  const collector = crypto.randomUUID().slice(-12);
  const store = openEventDatabase(folders);
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const events = Array.from({ length: EVENTS_PER_SEGMENT }, (_, row) => {
      const index = segment * EVENTS_PER_SEGMENT + row;
      const number = (index * 2_654_435_761) % 65_536;
      return {
        receivedAtMicros: start + Math.floor((index / total) * DAY_MICROS) + 1,
        rawLog: `filterlog ${index} block in tcp`,
        srcIp: `10.0.${number >> 8}.${number & 255}`,
        dstIp: `198.51.100.${index % 250}`,
        action: "block",
      };
    });
    await givenSegment({ db: database.db, database: store, folders, collector }, events);
  }
}
