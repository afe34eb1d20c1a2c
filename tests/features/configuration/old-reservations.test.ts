import { afterAll, expect, test } from "bun:test";
import { createTestService } from "../../support/app";
import { configurator } from "./given";

/** Older versions took any text for the MAC address of a reservation. */
const service = await createTestService();
afterAll(service.close);
const { apply, exported, plan, send } = configurator(
  service,
  await service.tokenOf(await service.givenAdmin()),
);
const { sql } = service.database;

async function givenOld(address: string, macAddress: string): Promise<void> {
  await sql`INSERT INTO ip_reservations (address, label, mac_address) VALUES (${address}, 'old', ${macAddress})`;
}

const storedMac = async (address: string) =>
  (await sql<{ mac: string }[]>`SELECT mac_address AS mac FROM ip_reservations WHERE address = ${address}`)[0]
    ?.mac;

test("an export that has one changes nothing where it came from", async () => {
  await givenOld("192.0.2.7", "zz:zz");
  await givenOld("192.0.2.8", "00-00-5E-00-53-01");
  expect(await plan(await exported())).toMatchObject({ has_changes: false, refusals: [] });
});

test("the other fields of such a reservation can be changed", async () => {
  await givenOld("192.0.2.9", "front desk");
  const bundle = (label: string) =>
    `version: 1\nreservations:\n  - ip_address: 192.0.2.9\n    label: ${label}\n    mac_address: front desk\n`;
  await apply(bundle("new"));
  expect(await plan(bundle("new"))).toMatchObject({ has_changes: false });
  expect(await storedMac("192.0.2.9")).toBe("front desk");
});

test("it is not written anew: the refusal says which, on which line, and how it is mended", async () => {
  const bundle =
    "version: 1\nreservations:\n  - ip_address: 192.0.2.1\n    label: a\n    mac_address: zz:zz\n";
  const message = "reservation 192.0.2.1: 'zz:zz' is no MAC address: correct it, or leave the field out";
  expect((await plan(bundle)).refusals).toEqual([{ place: "reservations[0].mac_address", line: 5, message }]);
  const refused = await send("apply", bundle);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(`reservations[0].mac_address (line 5): ${message}`);
});

test("it goes where the bundle leaves it out and absent fields get their default", async () => {
  await givenOld("192.0.2.10", "zz:zz");
  await apply(
    "version: 1\nabsent_fields: default\nreservations:\n  - ip_address: 192.0.2.10\n    label: old\n",
  );
  expect(await storedMac("192.0.2.10")).toBeNull();
});
