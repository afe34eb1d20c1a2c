import { afterAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { maintainedUntil, maintenanceAt, type MaintenanceCoverage } from "#features/maintenance";
import { createMaintenanceService, MAINTENANCE } from "./maintenance-service";

const service = await createMaintenanceService();
const { db, sql } = service.database;
const { givenDevice, givenGroup, givenSite, givenServiceCheck, givenMonitor } = service;
afterAll(service.close);

const at = (text: string) => new Date(`2026-11-23T${text}Z`);
const between = (starts: string, ends: string) => ({
  kind: "once",
  starts_at: at(starts).toISOString(),
  ends_at: at(ends).toISOString(),
});

/** The windows of the test alone. */
async function givenWindows(
  ...windows: { scope: object; schedule: object; enabled?: boolean }[]
): Promise<number[]> {
  await sql`DELETE FROM maintenance_windows`;
  const made = [];
  for (const window of windows) made.push((await service.givenWindow(window)).id);
  return made;
}

const idsIn = (ends: ReadonlyMap<number, Date>) => [...ends.keys()].sort((one, other) => one - other);
const coverageAt = (time: string) => maintenanceAt({ db }, at(time));

describe("what is covered", () => {
  test("a device with its service checks, a service check alone, a monitor", async () => {
    const [device, other] = [await givenDevice(), await givenDevice()];
    const [onDevice, onOther] = [await givenServiceCheck(device), await givenServiceCheck(other)];
    const monitor = await givenMonitor("web");
    await givenWindows({
      scope: { device_ids: [device], service_check_ids: [onOther], monitor_ids: [monitor] },
      schedule: between("10:00", "11:00"),
    });
    const coverage = await coverageAt("10:30");
    const target = { deviceId: null, serviceCheckId: null, monitorId: null };
    const isMaintained = (fields: object) =>
      maintainedUntil(coverage, { ...target, ...fields }) !== undefined;
    expect(isMaintained({ deviceId: device })).toBe(true);
    expect(isMaintained({ deviceId: device, serviceCheckId: onDevice })).toBe(true);
    expect(isMaintained({ deviceId: other })).toBe(false);
    expect(isMaintained({ deviceId: other, serviceCheckId: onOther })).toBe(true);
    expect(isMaintained({ monitorId: monitor })).toBe(true);
    expect(isMaintained({ monitorId: monitor + 1 })).toBe(false);
  });

  test("the devices of a group and of the groups below it, and of a site and of the sites below it", async () => {
    const outer = await givenGroup();
    const inner = await givenGroup({ parent_id: await givenGroup({ parent_id: outer }) });
    const campus = await givenSite();
    const attic = await givenSite({ parent_id: await givenSite({ parent_id: campus }) });
    const inGroup = await givenDevice({ topology_group_id: inner });
    const inSite = await givenDevice({ site_id: attic });
    await givenDevice({ topology_group_id: await givenGroup(), site_id: await givenSite() });
    const schedule = between("10:00", "11:00");
    await givenWindows({ scope: { group_ids: [outer] }, schedule });
    expect(idsIn((await coverageAt("10:30")).devices)).toEqual([inGroup]);
    await givenWindows({ scope: { site_ids: [campus] }, schedule });
    expect(idsIn((await coverageAt("10:30")).devices)).toEqual([inSite]);
    await givenWindows({ scope: { group_ids: [inner], site_ids: [attic] }, schedule });
    expect(idsIn((await coverageAt("10:30")).devices)).toEqual([inGroup, inSite]);
  });

  test("devices and monitors with a tag, letter by letter", async () => {
    const device = await givenDevice({ tags: ["edge", "prod"] });
    await givenDevice({ tags: ["Edge", "edges"] });
    const monitor = await givenMonitor("shop", ["edge"]);
    await givenMonitor("blog", ["other"]);
    await givenWindows({ scope: { tags: ["edge"] }, schedule: between("10:00", "11:00") });
    const coverage = await coverageAt("10:30");
    expect(idsIn(coverage.devices)).toEqual([device]);
    expect(idsIn(coverage.monitors)).toEqual([monitor]);
    expect(coverage.everything).toBeNull();
  });

  test("everything", async () => {
    await givenWindows({ scope: { everything: true }, schedule: between("10:00", "11:00") });
    const coverage = await coverageAt("10:30");
    expect(coverage).toMatchObject({ everything: at("11:00"), changesAt: at("11:00") });
    for (const target of [{ deviceId: 1 }, { deviceId: 1, serviceCheckId: 1 }, { monitorId: 1 }]) {
      const whole = { deviceId: null, serviceCheckId: null, monitorId: null, ...target };
      expect(maintainedUntil(coverage, whole)).toEqual(at("11:00"));
    }
  });
});

describe("when", () => {
  test("of windows that overlap the last end counts; the next change is that of any of them", async () => {
    const device = await givenDevice({ tags: ["lap"] });
    await givenWindows(
      { scope: { device_ids: [device] }, schedule: between("10:00", "11:00") },
      { scope: { tags: ["lap"] }, schedule: between("10:30", "12:00") },
      { scope: { tags: ["nobody"] }, schedule: between("10:45", "10:50") },
      { scope: { everything: true }, schedule: between("10:10", "13:00"), enabled: false },
    );
    const told = async (time: string) => {
      const coverage = await coverageAt(time);
      return { until: coverage.devices.get(device), changesAt: coverage.changesAt };
    };
    expect(await told("09:59:59.999")).toEqual({ until: undefined, changesAt: at("10:00") });
    expect(await told("10:00")).toEqual({ until: at("11:00"), changesAt: at("10:30") });
    expect(await told("10:30")).toEqual({ until: at("12:00"), changesAt: at("10:45") });
    expect(await told("10:46")).toEqual({ until: at("12:00"), changesAt: at("10:50") });
    expect(await told("11:00")).toEqual({ until: at("12:00"), changesAt: at("12:00") });
    expect(await told("12:00")).toEqual({ until: undefined, changesAt: null });
  });

  test("windows that touch leave no moment between them", async () => {
    const device = await givenDevice();
    const scope = { device_ids: [device] };
    await givenWindows(
      { scope, schedule: between("10:00", "11:00") },
      { scope, schedule: between("11:00", "12:00") },
    );
    for (const time of ["10:59:59.999", "11:00", "11:00:00.001"])
      expect((await coverageAt(time)).devices.has(device)).toBe(true);
  });

  test("one that is ended ends for who asks later, and history stays as it was", async () => {
    const device = await givenDevice();
    const [id] = await givenWindows({
      scope: { device_ids: [device] },
      schedule: {
        kind: "once",
        starts_at: new Date(Date.now() - 60_000).toISOString(),
        duration_minutes: 60,
      },
    });
    await service.send(`POST ${MAINTENANCE}/${id}/end`);
    const inMaintenance = async (offset: number) =>
      (await maintenanceAt({ db }, new Date(Date.now() + offset))).devices.has(device);
    expect(await inMaintenance(1)).toBe(false);
    expect(await inMaintenance(-30_000)).toBe(true);
  });
});

/** A small world, and windows over it, as the model knows them. */
const DEVICES = 5;
const window = fc.record({
  devices: fc.uniqueArray(fc.nat(DEVICES - 1), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.constantFrom("even", "low"), { maxLength: 2 }),
  everything: fc.boolean(),
  enabled: fc.boolean(),
  start: fc.nat(20),
  length: fc.integer({ min: 1, max: 10 }),
});

test("it is what each window says by itself, for any set of them and any order of questions", async () => {
  const tagsOf = (index: number) => [...(index % 2 === 0 ? ["even"] : []), ...(index < 2 ? ["low"] : [])];
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, (_, index) => givenDevice({ tags: tagsOf(index) })),
  );
  const minute = (count: number) => new Date(at("08:00").getTime() + count * 60_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(window, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(32), { minLength: 3, maxLength: 6 }),
      async (windows, questions) => {
        const named = windows.filter(
          ({ devices, tags, everything }) => everything || devices.length + tags.length > 0,
        );
        await givenWindows(
          ...named.map(({ devices: indices, tags, everything, enabled, start, length }) => ({
            enabled,
            scope: { everything, tags, device_ids: indices.map((index) => devices[index]) },
            schedule: {
              kind: "once",
              starts_at: minute(start).toISOString(),
              duration_minutes: length,
            },
          })),
        );
        for (const question of questions) {
          const coverage = await maintenanceAt({ db }, minute(question));
          const live = named.filter(({ enabled }) => enabled);
          const running = live.filter(({ start, length }) => start <= question && question < start + length);
          for (const [index, deviceId] of devices.entries()) {
            const ends = running
              .filter(
                (one) =>
                  one.everything ||
                  one.devices.includes(index) ||
                  one.tags.some((tag) => tagsOf(index).includes(tag)),
              )
              .map(({ start, length }) => start + length);
            const expected = ends.length === 0 ? undefined : minute(Math.max(...ends));
            expect(maintainedUntil(coverage, { deviceId, serviceCheckId: null, monitorId: null })).toEqual(
              expected,
            );
          }
          expect(coverage.changesAt).toEqual(nextEdge(live, question, minute));
        }
      },
    ),
    { numRuns: 25, seed: 20_261_123 },
  );
}, 60_000);

function nextEdge(
  live: readonly { start: number; length: number }[],
  question: number,
  minute: (count: number) => Date,
): MaintenanceCoverage["changesAt"] {
  const edges = live
    .flatMap(({ start, length }) => [start, start + length])
    .filter((edge) => edge > question);
  return edges.length === 0 ? null : minute(Math.min(...edges));
}

test("ten thousand devices of a tag are told in one answer", async () => {
  await givenWindows({ scope: { tags: ["fleet"] }, schedule: between("10:00", "11:00") });
  await sql`INSERT INTO devices (hostname, status, lifecycle, monitoring_paused, expected_status, icon, tags)
    SELECT 'fleet-' || number, 'active', 'active', false, 'any', 'device', '{fleet}' FROM generate_series(1, 10000) AS number`;
  const coverage = await coverageAt("10:30");
  expect(coverage.devices.size).toBe(10_000);
  expect(new Set(coverage.devices.values()).size).toBe(1);
  await sql`DELETE FROM devices WHERE 'fleet' = ANY (tags)`;
}, 60_000);
