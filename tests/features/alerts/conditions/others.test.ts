import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { discoveryObservations, discoverySchedules } from "../../../../src/features/discovery/tables";
import { sensors, sensorStateChanges } from "../../../../src/features/sensors/tables";
import { checkTargets } from "../../../../src/features/monitoring/tables";
import { createIpamService } from "../../ipam/ipam-service";
import { DAY, HOUR } from "../../monitoring/history/given";
import { addRelay } from "../../../support/relay-row";
import { conditionsOf } from "./given";

/** What is found beside checks: sensors, addresses, disks and what collectors lose. */
const service = await createIpamService();
const { db, sql } = service.database;
const { givenDevice, givenLease, givenReservation, givenSubnet } = service;
const { find, sentences } = conditionsOf(service.database);
afterAll(service.close);

beforeEach(async () => {
  for (const table of ["alert_rules", "devices", "subnets", "ip_reservations", "lease_sources"])
    await sql`DELETE FROM ${sql(table)}`;
});

describe("sensors", () => {
  const since = new Date(Date.now() - HOUR);

  async function givenSensor(deviceId: number, fields: Partial<typeof sensors.$inferInsert> = {}) {
    const [row] = await db
      .insert(sensors)
      .values({
        deviceId,
        category: "temperature",
        name: "inlet",
        unit: "°C",
        oid: "1.3.6.1.4.1.1",
        state: "warning",
        stateSince: since,
        ...fields,
      })
      .returning();
    const sensorId = row?.id ?? 0;
    const change = { sensorId, previousState: "ok", state: "warning", value: 71 };
    await db.insert(sensorStateChanges).values([
      { ...change, at: new Date(since.getTime() - 1000), reason: "before" },
      { ...change, at: since, reason: "71 °C is above 70 °C" },
    ]);
    return sensorId;
  }

  test("are in trouble while warning or critical is confirmed, found ones and one's own", async () => {
    const device = await givenDevice("192.0.2.1", { name: "sw-1" });
    const sensor = await givenSensor(device);
    const own = await givenSensor(device, { name: "fan", state: "critical", warnAbove: 10 });
    for (const fields of [{ state: "ok" }, { state: "unknown" }, { enabled: false }, { goneSince: since }])
      await givenSensor(device, fields);
    const found = await find("sensor_alarm");
    expect(found).toEqual([
      {
        subject: `sensor:${sensor}`,
        cause: `device:${device}`,
        deviceId: device,
        sentence: "sw-1 (192.0.2.1) inlet is warning: 71 °C is above 70 °C",
        startedAt: since,
      },
      expect.objectContaining({ subject: `sensor:${own}` }),
    ]);
    expect(await find("sensor_alarm", { deviceId: await givenDevice("192.0.2.2") })).toEqual([]);
  });

  test("of devices in maintenance, or that are paused, are in none", async () => {
    const [maintained, paused] = [await givenDevice("192.0.2.1"), await givenDevice("192.0.2.2")];
    for (const device of [maintained, paused]) await givenSensor(device);
    const usual = { kind: "device", subject: "", intervalSeconds: 60, retrySeconds: 20 };
    const confirmed = { failuresToDown: 2, successesToUp: 1 };
    await db
      .insert(checkTargets)
      .values({ ...usual, ...confirmed, deviceId: maintained, state: "maintenance" });
    await sql`UPDATE devices SET monitoring_paused = true WHERE id = ${paused}`;
    expect(await find("sensor_alarm")).toEqual([]);
    await sql`UPDATE check_targets SET state = 'down' WHERE device_id = ${maintained}`;
    expect(await find("sensor_alarm")).toMatchObject([{ deviceId: maintained }]);
  });
});

describe("conflicts of addresses", () => {
  test("are those of devices and reservations, under a name that stays when devices are renamed", async () => {
    await givenSubnet("198.51.100.0/24");
    const first = await givenDevice("192.0.2.1", { name: "left", mac_address: "02:00:00:00:00:01" });
    const second = await givenDevice("192.0.2.2", { name: "right", mac_address: "02:00:00:00:00:01" });
    await sql`INSERT INTO device_addresses (device_id, ip_address) VALUES (${second}, '192.0.2.1')`;
    await givenReservation("192.0.2.9");
    await givenLease("192.0.2.9", { hostname: "laptop" });
    const subjects = async () => (await find("ip_conflict")).map(({ subject }) => subject);
    const found = await find("ip_conflict");
    expect(found).toMatchObject([
      {
        subject: "conflict:duplicate_ip:192.0.2.1",
        cause: "address:192.0.2.1",
        deviceId: first,
        sentence: "192.0.2.1 is the address of 2 devices: left, right",
      },
      { subject: "conflict:duplicate_mac:02:00:00:00:00:01" },
      {
        subject: "conflict:reserved_ip_in_use:192.0.2.9:warning",
        sentence: "192.0.2.9 is reserved, and leased to laptop",
      },
    ]);
    await sql`UPDATE devices SET display_name = 'renamed' WHERE id = ${first}`;
    expect(await subjects()).toEqual(found.map(({ subject }) => subject));
    await sql`DELETE FROM devices WHERE id = ${second}`;
    await sql`DELETE FROM ip_reservations`;
    expect(await subjects()).toEqual([]);
  });

  test("are those that scans have noticed, too, until somebody has settled them", async () => {
    const [schedule] = await db
      .insert(discoverySchedules)
      .values({
        ownerUserId: service.admin.id,
        name: "s",
        target: "192.0.2.0/24",
        scanType: "quick",
        isEnabled: true,
        intervalMinutes: 60,
        confirmsLargeScan: false,
        dueAt: new Date(),
      })
      .returning();
    const values = {
      scheduleId: schedule?.id ?? 0,
      observationType: "conflict",
      ipAddress: "192.0.2.7",
      summary: "Address conflict at 192.0.2.7",
    };
    const [row] = await db
      .insert(discoveryObservations)
      .values([
        {
          ...values,
          subjectKey: "ip:192.0.2.7",
          details: { conflict_with: "host", reason: "Several hosts answer for the address: A, B" },
        },
        { ...values, subjectKey: "ip:192.0.2.8", details: { conflict_with: "same_machine" } },
        { ...values, subjectKey: "mac:9", observationType: "new_device" },
      ])
      .returning();
    expect(await find("ip_conflict")).toMatchObject([
      {
        subject: `observation:${row?.id}`,
        cause: "address:192.0.2.7",
        sentence: "Address conflict at 192.0.2.7: Several hosts answer for the address: A, B",
      },
    ]);
    await sql`UPDATE discovery_observations SET status = 'acknowledged'`;
    expect(await find("ip_conflict")).toEqual([]);
  });
});

describe("the address plan", () => {
  test("is full at the bound, never where it is a link, or an IPv6 network that cannot fill up", async () => {
    const full = await givenSubnet("192.0.2.0/28", { name: "printers" });
    await givenSubnet("198.51.100.0/30", { name: "link" });
    await givenSubnet("2001:db8::/64");
    const wide = await givenSubnet("2001:db8:1::/126", { name: "2001:db8:1::/126" });
    for (const host of [1, 2]) await givenDevice(`198.51.100.${host}`);
    for (const host of [0, 1, 2, 3]) await givenDevice(`2001:db8:1::${host}`);
    const hosts = Array.from({ length: 7 }, (_, index) => `192.0.2.${index + 1}`);
    for (const address of hosts) await givenLease(address);
    expect(await sentences("ipam_utilisation", { thresholdPercent: 50 })).toEqual([
      "Subnet 2001:db8:1::/126 is 100% used: 4 of 4 addresses (bound: 50%)",
      "Subnet printers (192.0.2.0/28) is 50% used: 7 of 14 addresses (bound: 50%)",
    ]);
    expect(await find("ipam_utilisation", { thresholdPercent: 50.1 })).toMatchObject([
      { subject: `subnet:${wide.id}` },
    ]);
    for (let host = 8; host < 14; host += 1) await givenReservation(`192.0.2.${host}`);
    expect((await find("ipam_utilisation")).map(({ subject }) => subject)).toEqual([
      `subnet:${wide.id}`,
      `subnet:${full.id}`,
    ]);
  });

  test("has reservations that expire within the days of the rule, three where it says none", async () => {
    const now = new Date();
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
    const givenExpiring = (ip: string, ms: number) =>
      givenReservation(ip, { label: "guest", expires_at: at(ms) });
    const soon = await givenExpiring("192.0.2.1", 3 * DAY);
    await givenExpiring("192.0.2.2", 3 * DAY + 1000);
    await givenExpiring("192.0.2.3", -1000);
    await givenReservation("192.0.2.4");
    expect(await find("reservation_expiring", {}, now)).toEqual([
      {
        subject: `reservation:${soon.id}`,
        sentence: "The reservation of 192.0.2.1 (guest) expires in 3 days",
      },
    ]);
    expect(await find("reservation_expiring", { daysBefore: 4 }, now)).toHaveLength(2);
    expect(await find("reservation_expiring", { daysBefore: 2 }, now)).toEqual([]);
  });
});

describe("collectors", () => {
  const well = { collector: "aaa", usedPercent: 89.9, freeBytes: 2 ** 31, shortage: null, lost: null };
  const reporting = (reports: Parameters<typeof conditionsOf>[1]) => conditionsOf(service.database, reports);

  test("have full disks at the bound, 90 % where the rule says none, and journals without space", async () => {
    const full = { ...well, collector: "bbb", usedPercent: 90 };
    expect(await reporting([well, full]).find("disk_low")).toEqual([
      {
        subject: "disk:bbb",
        cause: "disk:bbb",
        sentence: "The disk of the data folder of collector bbb is 90% full: 2.0 GiB are free (bound: 90%)",
      },
    ]);
    expect(await reporting([well, full]).find("disk_low", { thresholdPercent: 91 })).toEqual([]);
    expect(await reporting([{ ...well, shortage: "journal_full" }]).find("disk_low")).toEqual([
      {
        subject: "journal:aaa",
        cause: "disk:aaa",
        sentence: "The syslog journal of collector aaa takes no more messages: it has reached its bound",
      },
    ]);
  });

  test("that lose messages are told with how many, and why", async () => {
    const losing = { ...well, lost: { kernel: 3, journal_full: 1 } };
    expect(await reporting([losing, { ...well, collector: "bbb" }]).find("collector_losing")).toEqual([
      {
        subject: "collector:aaa",
        sentence: "Collector aaa is losing messages: 4 messages (kernel 3, journal_full 1)",
      },
    ]);
  });
});

describe("relays", () => {
  const setBack = (id: string, minutes: number) =>
    sql`UPDATE relays SET last_seen_at = now() - make_interval(mins => ${minutes}) WHERE id = ${id}`;

  test("are silent once nothing was heard of them for five minutes", async () => {
    await sql`DELETE FROM relays`;
    const [silent, heard] = [await addRelay(db), await addRelay(db)];
    await setBack(silent, 6);
    await setBack(heard, 4);
    const found = await find("relay_silent");
    expect(found).toMatchObject([{ subject: `relay:${silent}` }]);
    expect(found?.[0]?.sentence).toContain(`(${silent}) has not been heard for 6 min`);
  });

  test("are told of two weeks before the key expires by which they send", async () => {
    await sql`DELETE FROM relays`;
    const { id: keyId } = await service.apiKeyOf(await service.givenAdmin(), { name: "relay" });
    const id = await addRelay(db);
    await sql`UPDATE relays SET key_id = ${keyId}`;
    const expireIn = (days: number) =>
      sql`UPDATE api_keys SET expires_at = now() + make_interval(days => ${days}, hours => 1) WHERE id = ${keyId}`;
    await expireIn(14);
    expect(await find("relay_silent")).toEqual([]);
    await expireIn(13);
    expect(await find("relay_silent")).toEqual([
      {
        subject: `relay-key:${id}`,
        sentence: `The API key of relay branch-${id.slice(0, 3)} (${id}) expires in 13 days: without another one it is refused then`,
      },
    ]);
  });

  test("that lose lines are told of beside collectors, with how many and why", async () => {
    await sql`DELETE FROM relays`;
    const id = await addRelay(db);
    await sql`UPDATE relays SET lost_at = now(), missing = 2, report = jsonb_set(report, '{lost}', '{"journal_full": 5, "kernel": 0}')`;
    expect(await find("collector_losing")).toEqual([
      {
        subject: `relay:${id}`,
        sentence: `Relay branch-${id.slice(0, 3)} (${id}) is losing messages: 7 messages so far (journal_full 5, missing 2)`,
      },
    ]);
    await sql`UPDATE relays SET lost_at = now() - interval '6 minutes'`;
    expect(await find("collector_losing")).toEqual([]);
  });
});
