import { expect, test } from "bun:test";
import type { LeaseSighting } from "#features/syslog";
import { createTestDatabase } from "../../../../support/database";
import { createStoreFolders, startStore } from "../../../../support/event-store";
import { waitFor } from "../../../../support/wait-for";

const { db, sql } = await createTestDatabase();

const LINES = [
  "<30>Nov 24 08:12:40 dhcp1 dhcpd[1]: DHCPACK on 192.0.2.7 to 00:1b:21:3a:4c:5d (anna-laptop) via eth1",
  "<30>Nov 24 08:12:40 dhcp1 sshd[1]: no lease",
];

const storedThrough = async (collector: string) =>
  Number(
    (await sql`SELECT stored_through FROM collectors WHERE id = ${collector}`)[0]?.["stored_through"] ?? 0,
  );

class Away extends Error {
  readonly code = "ECONNREFUSED";
}

test("what lines say of leases is kept before their events are catalogued, again and again until it is taken", async () => {
  const collector = "00000000000a";
  const told: { address: string | undefined; storedThrough: number }[] = [];
  const keepLeases = async (leases: readonly LeaseSighting[]) => {
    told.push({ address: leases[0]?.address, storedThrough: await storedThrough(collector) });
    if (told.length < 3) throw new Away();
  };
  const store = await startStore(db, await createStoreFolders(), { collector, keepLeases });
  store.receive(LINES);
  await store.stored();
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ address: "192.0.2.7", storedThrough: 0 })));
  expect(await storedThrough(collector)).toBe(2);
  store.receive(["<30>Nov 24 08:12:41 dhcp1 sshd[1]: no lease"]);
  await store.stored();
  expect(told).toHaveLength(3);
  await store.stop();
}, 20_000);

test("a service that ended between the two is told again at its next start", async () => {
  const collector = "00000000000b";
  const folders = await createStoreFolders();
  let attempts = 0;
  const first = await startStore(db, folders, {
    collector,
    keepLeases: () => {
      attempts += 1;
      return Promise.reject(new Away());
    },
  });
  first.receive(LINES);
  await waitFor("an attempt", () => attempts > 0);
  expect(await first.stop(0)).toBeFalse();
  const kept: LeaseSighting[] = [];
  const second = await startStore(db, folders, {
    collector,
    keepLeases: (leases) => {
      kept.push(...leases);
      return Promise.resolve();
    },
  });
  await second.stored();
  expect(kept.map(({ host }) => host)).toEqual(["anna-laptop"]);
  await second.stop();
}, 20_000);
