import { afterAll, beforeEach, expect, test } from "bun:test";
import { ipamJobs } from "#features/ipam";
import { createEncryption } from "#platform/encryption";
import { MASTER_KEY } from "../../../support/app";
import { createIpamService, RESERVATIONS } from "../ipam-service";

/** Who is reminded of reservations that expire soon. */
const service = await createIpamService();
const { send, givenReservation } = service;
const { sql } = service.database;
afterAll(service.close);

const DAY = 86_400_000;
const SETTINGS = "PUT /api/v1/admin/settings";
const encryption = createEncryption(MASTER_KEY);
const defaults = { idleTimeoutMinutes: 15, mayTargetPublicNetworks: false };

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** As it is run: where its condition says that there is something to do. Gives whether it was. */
async function remind(): Promise<boolean> {
  const { database, notifications } = service;
  let isWanted = false;
  for (const job of ipamJobs({ database, outbox: notifications.outbox, defaults })) {
    const [row] = await sql<{ is: boolean }[]>`SELECT ${sql.unsafe(job.when ?? "true")} AS is`;
    isWanted = row?.is === true;
    if (isWanted) await job.run({ token: 1, signal: new AbortController().signal });
  }
  return isWanted;
}

type Reminder = { title: string; text: string; events: { reservation_id: number }[] };

/** What has been put into the outbox, by the way out. */
async function reminders(): Promise<{ target: string; reminder: Reminder }[]> {
  const rows = await sql<{ destination: string; payload: string }[]>`
    SELECT destination, payload FROM outbox WHERE kind = 'alert' ORDER BY id`;
  return rows.map(({ destination, payload }) => ({
    target: destination,
    reminder: JSON.parse(encryption.decrypt(payload)),
  }));
}

beforeEach(async () => {
  await sql`DELETE FROM ip_reservations`;
  await sql`DELETE FROM outbox`;
  await send(SETTINGS, {
    app_name: "Plan",
    ip_reservation_reminder_enabled: true,
    ip_reservation_reminder_days: 2,
    ip_reservation_reminder_channels: ["ntfy", "profile:3"],
  });
});

test("a reservation that expires within the days is told once to each channel, and again once its expiry has changed", async () => {
  const soon = await givenReservation("192.0.2.1", { label: "guest", expires_at: inDays(1.9) });
  await givenReservation("192.0.2.2", { expires_at: inDays(2.1) });
  await givenReservation("192.0.2.3", { expires_at: inDays(-0.1) });
  await givenReservation("192.0.2.4");
  await remind();
  await remind();
  const told = await reminders();
  expect(told.map(({ target }) => target)).toEqual(["ntfy", "profile:3"]);
  const at = soon.expires_at?.slice(0, 16).replace("T", " ");
  expect(told[0]?.reminder).toMatchObject({
    title: "Plan: a reservation expires soon",
    text: `Plan Reminder\n\nThe reservation of 192.0.2.1 (guest) expires on ${at} UTC`,
    events: [
      { event: "reservation_expiring", reservation_id: soon.id, ip_address: "192.0.2.1", label: "guest" },
    ],
  });
  const before = await send(`GET ${RESERVATIONS}/${soon.id}`);
  expect(before.body).toEqual(soon);
  await send(`PATCH ${RESERVATIONS}/${soon.id}`, { label: "still a guest" });
  await remind();
  expect(await reminders()).toHaveLength(2);
  await send(`PATCH ${RESERVATIONS}/${soon.id}`, { expires_at: inDays(1) });
  await remind();
  expect(await reminders()).toHaveLength(4);
});

test("nothing is told, nor taken as told, while reminders are off or have nowhere to go", async () => {
  await givenReservation("192.0.2.1", { expires_at: inDays(1) });
  await send(SETTINGS, { ip_reservation_reminder_enabled: false });
  await remind();
  await send(SETTINGS, { ip_reservation_reminder_enabled: true, ip_reservation_reminder_channels: [] });
  await remind();
  expect(await reminders()).toEqual([]);
  await send(SETTINGS, { ip_reservation_reminder_channels: ["smtp"] });
  await remind();
  expect((await reminders()).map(({ target }) => target)).toEqual(["smtp"]);
});

test("nothing is to be done until a reservation is to end, nor once somebody was reminded of it", async () => {
  await givenReservation("192.0.2.1");
  expect(await remind()).toBe(false);
  await givenReservation("192.0.2.2", { expires_at: inDays(1) });
  expect(await remind()).toBe(true);
  expect(await remind()).toBe(false);
});

test("many are told together, twenty by name, and each once though two processes remind at the same moment", async () => {
  await sql`
    INSERT INTO ip_reservations (address, label, expires_at)
    SELECT '192.0.2.0'::inet + n, 'guest ' || n, now() + interval '1 day' FROM generate_series(1, 130) n`;
  await Promise.all([remind(), remind()]);
  await remind();
  const told = (await reminders()).filter(({ target }) => target === "ntfy");
  const ids = told.flatMap(({ reminder }) => reminder.events.map((event) => event.reservation_id));
  expect(new Set(ids).size).toBe(130);
  expect(ids).toHaveLength(130);
  const [first] = told;
  expect(first?.reminder.text.split("\n")).toHaveLength(23);
  expect(first?.reminder.text).toEndWith("more");
});

test("where a notice cannot be written, nobody is taken to have been reminded", async () => {
  await givenReservation("192.0.2.1", { expires_at: inDays(1) });
  await sql`ALTER TABLE outbox ADD CONSTRAINT cut_off CHECK (destination <> 'profile:3') NOT VALID`;
  const failure = await remind().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  await sql`ALTER TABLE outbox DROP CONSTRAINT cut_off`;
  expect(await reminders()).toEqual([]);
  await remind();
  expect(await reminders()).toHaveLength(2);
});
