import { afterEach, expect, test } from "bun:test";
import pino from "pino";
import { InstancePresence, keyCheckOf, listInstances, type InstanceEntry } from "#features/instances";
import { PeerKey } from "#platform/peers/key";
import type { Role } from "#platform/roles";
import { createTestService, MASTER_KEY } from "../../support/app";

const service = await createTestService();
const { db, sql } = service.database;
const log = pino({ level: "silent" });
const key = (await service.apiKeyOf(await service.givenAdmin())).key;

const opened: InstancePresence[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((presence) => presence.stop()));
});

let ports = 1;

async function givenInstance(roles: Role[], given: Partial<InstanceEntry> = {}): Promise<InstanceEntry> {
  const entry: InstanceEntry = {
    id: crypto.randomUUID(),
    address: `http://netatlas.test:${ports++}`,
    roles,
    version: "0.7.0",
    collector: null,
    keyCheck: keyCheckOf(MASTER_KEY),
    ...given,
  };
  const presence = new InstancePresence({ db, entry, key: new PeerKey(MASTER_KEY), log });
  opened.push(presence);
  await presence.start();
  return entry;
}

type Listed = {
  instances: { id: string; is_live: boolean; has_same_key: boolean }[];
  missing_roles: string[];
};

async function read(): Promise<Listed> {
  const { body } = await service.call("GET /api/v1/system/instances", { key });
  return Object(body);
}

const find = async (id: string) => (await read()).instances.find((instance) => instance.id === id);

/** As if it had not said for so long that it is there. */
const age = (id: string, seconds: number) =>
  sql`UPDATE instances SET seen_at = now() - make_interval(secs => ${seconds}) WHERE id = ${id}`;

test("a process is listed with its roles, and gone from the list when it stops", async () => {
  const entry = await givenInstance(["api", "worker"]);
  expect(await find(entry.id)).toMatchObject({
    address: entry.address,
    roles: ["api", "worker"],
    version: "0.7.0",
    is_live: true,
    has_same_key: true,
  });
  await opened.at(-1)?.stop();
  expect(await find(entry.id)).toBeUndefined();
});

test("a process that says nothing for half a minute is shown as gone, and what it did is missing", async () => {
  await givenInstance(["api", "worker"]);
  const collector = await givenInstance(["collector"]);
  expect((await read()).missing_roles).toEqual([]);
  await age(collector.id, 31);
  expect(await find(collector.id)).toMatchObject({ is_live: false });
  expect((await read()).missing_roles).toEqual(["collector"]);
});

test("who starts at the address of one that has died takes its place, and who was gone for a day is forgotten", async () => {
  const dead = await givenInstance(["worker"]);
  const old = await givenInstance(["worker"]);
  await age(old.id, 25 * 3600);
  const next = await givenInstance(["worker"], { address: dead.address });
  const ids = (await listInstances(db)).map(({ id }) => id);
  expect(ids).toContain(next.id);
  expect(ids).not.toContain(dead.id);
  expect(ids).not.toContain(old.id);
});

test("another MASTER_KEY is told, and diagnostics call it broken", async () => {
  const stranger = await givenInstance(["collector"], { keyCheck: keyCheckOf("another") });
  expect(await find(stranger.id)).toMatchObject({ has_same_key: false });
  await givenInstance(["api", "worker", "collector"]);
  const { body } = await service.call("GET /api/v1/system/diagnostics", { key });
  expect(Object(body).doctor).toContainEqual(
    expect.objectContaining({
      feature: "Processes",
      verdict: "broken",
      message: expect.stringContaining(stranger.address),
    }),
  );
});

test("a row that somebody without the MASTER_KEY has written, or led elsewhere, is told from those of processes", async () => {
  const entry = await givenInstance(["api"]);
  await sql`UPDATE instances SET address = 'http://attacker.test' WHERE id = ${entry.id}`;
  expect(await find(entry.id)).toMatchObject({ has_same_key: false });
  const made = crypto.randomUUID();
  await sql`
    INSERT INTO instances (id, address, roles, version, key_check, proof)
    VALUES (${made}, 'http://another.test', ARRAY['api'], '0.9.0', ${entry.keyCheck}, 'made up')`;
  expect(await find(made)).toMatchObject({ has_same_key: false });
  await sql`DELETE FROM instances WHERE id = ${made}`;
});

test("a row that proves nothing is nobody's", async () => {
  const entry = await givenInstance(["api"]);
  await sql`UPDATE instances SET proof = NULL WHERE id = ${entry.id}`;
  expect(await find(entry.id)).toMatchObject({ has_same_key: false });
});
