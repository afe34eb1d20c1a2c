import { findAttachments } from "#features/forwarding";
import type { ForwardingTable } from "#platform/snmp/forwarding-table";
import { devices } from "#tables/topology";
import { recordReading } from "../../src/features/forwarding/record";
import { listAttachedPorts } from "../../src/features/forwarding/ports";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { testPool } from "../support/event-store";
import { percentile, printFigure } from "./report";

/** Access switches below a core. All know all machines. */
const SWITCHES = 10;
const MACHINES = 10_000;
const PORTS = 48;
const LOOKUPS = 1_000;

const hex = (value: number) => value.toString(16).padStart(2, "0");
const macOf = (number: number) =>
  `02:00:00:${hex((number >> 16) & 255)}:${hex((number >> 8) & 255)}:${hex(number & 255)}`;
const ownOf = (id: number) => `06:00:00:00:00:${hex(id)}`;

/**
 * What a core (0) or an access switch has learned of machines that are spread over the access switches; so many have
 * moved on.
 */
function tableOf(place: number, moved: number): ForwardingTable {
  const uplink = PORTS + 1;
  const entries = Array.from({ length: MACHINES }, (_, number) => {
    const home = (number % SWITCHES) + 1;
    const port = (Math.floor(number / SWITCHES) + (number < moved ? 1 : 0)) % PORTS;
    const portIndex = place === 0 ? home : place === home ? port + 1 : uplink;
    return { macAddress: macOf(number), vlan: 10, filteringId: 1, portIndex };
  });
  const others = place === 0 ? Array.from({ length: SWITCHES }, (_, index) => index + 1) : [0];
  for (const other of others)
    entries.push({
      macAddress: ownOf(other),
      vlan: 10,
      filteringId: 1,
      portIndex: place === 0 ? other : uplink,
    });
  return { entries, names: new Map(), parts: new Map(), ownAddresses: [ownOf(place)], brokenOff: null };
}

/**
 * Eleven switches of which each knows 10,000 machines: what a reading costs, and how fast it is told where one hangs.
 */
export async function benchForwarding(): Promise<void> {
  const database = await createTestDatabase();
  const ids = await givenSwitches(database);
  printFigure({
    name: "first readings of 11 switches with 10,000 entries each, the slowest",
    value: await readAll(database, { ids, moved: 0 }),
    unit: "ms",
  });
  await readAll(database, { ids, moved: 0 });
  printFigure({
    name: "the same again, nothing has changed, the slowest",
    value: await readAll(database, { ids, moved: 0 }),
    unit: "ms",
  });
  printFigure({
    name: "the same, 1,000 machines have moved, the slowest",
    value: await readAll(database, { ids, moved: 1000 }),
    unit: "ms",
  });
  await measureReads(database, ids);
  await database.drop();
}

async function givenSwitches({ db }: TestDatabase): Promise<number[]> {
  const rows = await db
    .insert(devices)
    .values(
      Array.from({ length: SWITCHES + 1 }, (_, place) => ({
        displayName: `sw${place}`,
        status: "online",
        lifecycle: "active",
        monitoringPaused: false,
        expectedStatus: "online",
        icon: "device",
      })),
    )
    .returning({ id: devices.id });
  return rows.map(({ id }) => id);
}

async function readAll(
  { db }: TestDatabase,
  { ids, moved }: { ids: readonly number[]; moved: number },
): Promise<number> {
  let slowest = 0;
  for (const [place, deviceId] of ids.entries()) {
    const begun = performance.now();
    await recordReading({ db }, { deviceId, at: new Date(), table: tableOf(place, moved), isComplete: true });
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return Math.round(slowest);
}

async function measureReads({ db }: TestDatabase, [, access = 0]: readonly number[]): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < LOOKUPS; index++) {
    const begun = performance.now();
    const found = await findAttachments(db, [macOf((index * 7919) % MACHINES)]);
    times.push(performance.now() - begun);
    if (found.length !== 1) throw new Error("our bug: a machine hangs nowhere");
  }
  printFigure({ name: "where a MAC address hangs, p50", value: percentile(times, 0.5), unit: "ms" });
  printFigure({ name: "where a MAC address hangs, p99", value: percentile(times, 0.99), unit: "ms" });
  const list = () => listAttachedPorts({ db, pool: testPool(), maySeeHolders: true }, access, {});
  // The first waits for the registry of vendors.
  await list();
  const begun = performance.now();
  await list();
  printFigure({
    name: "the ports of a switch with 1,000 machines",
    value: Math.round(performance.now() - begun),
    unit: "ms",
  });
}
