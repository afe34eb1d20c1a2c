import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { createLastUsedWriter } from "#features/api-keys";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

const service = await createTestService();
const { database } = service;
const { sql } = database;
const owner = await service.givenUser();
const token = await service.tokenOf(owner);
afterAll(service.close);

const newWriter = () => createLastUsedWriter({ sql, log: pino({ level: "silent" }) });

async function lastUseOf(id: number) {
  const [row] =
    await sql`SELECT last_used_at AS at, last_used_address AS address FROM api_keys WHERE id = ${id}`;
  return row;
}

test("a use is written at most a second later, by itself", async () => {
  const { id } = await service.createKey({ token });
  const writer = newWriter();
  const noted = Date.now();
  writer.note(id, "203.0.113.1");
  const written = await waitFor(
    "the write",
    async () => (await lastUseOf(id))?.at !== null && lastUseOf(id),
    3000,
  );
  expect(Date.now() - noted).toBeLessThan(2500);
  expect(written.address).toBe("203.0.113.1");
  expect(Math.abs(Date.parse(written.at) - noted)).toBeLessThan(1000);
});

test("many uses of many keys are one write, with each key's last", async () => {
  const keys = [await service.createKey({ token }), await service.createKey({ token })];
  const writer = newWriter();
  for (let use = 0; use < 500; use++)
    for (const { id } of keys) writer.note(id, `10.0.${id % 256}.${use % 250}`);
  await writer.flush();
  for (const { id } of keys) expect((await lastUseOf(id))?.address).toBe(`10.0.${id % 256}.249`);
});

test("flush without uses does nothing, and close writes what is left", async () => {
  const { id } = await service.createKey({ token });
  const writer = newWriter();
  await writer.flush();
  writer.note(id, "2001:db8::1");
  await writer.close();
  expect((await lastUseOf(id))?.address).toBe("2001:db8::1");
});

test("an older use of another replica does not overwrite a newer one", async () => {
  const { id } = await service.createKey({ token });
  const [early, late] = [newWriter(), newWriter()];
  const started = Date.now();
  early.note(id, "10.0.0.1");
  await waitFor("the clock to go on", () => Date.now() > started + 2);
  late.note(id, "10.0.0.2");
  await late.flush();
  await early.flush();
  expect((await lastUseOf(id))?.address).toBe("10.0.0.2");
});

test("a use of a key that is gone changes nothing and fails nothing", async () => {
  const writer = newWriter();
  writer.note(999_999, "10.0.0.1");
  await writer.flush();
});
