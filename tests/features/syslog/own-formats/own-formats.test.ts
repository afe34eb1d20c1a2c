import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import pino from "pino";
import { checkCollector, startSyslog } from "#features/syslog";
import { OwnFormats } from "../../../../src/features/syslog/own-formats/own-formats";
import type { OwnFormat } from "../../../../src/features/syslog/parse/own-formats/definition";
import { createTestDatabase } from "../../../support/database";
import { createStoreFolders, testPool } from "../../../support/event-store";
import { atRunEnd } from "../../../support/run-end";
import { engineOptions } from "../../../support/syslog-engine";
import { waitFor } from "../../../support/wait-for";
import { givenFormat } from "../parse/own-formats/given";

const log = pino({ level: "silent" });
const GATE = givenFormat("from %{ip:src_ip}");

/** Formats of which the last that were set are read. */
async function givenFormats(...formats: OwnFormat[]) {
  const source = { formats };
  const own = new OwnFormats({ readFormats: () => Promise.resolve(source.formats), log });
  await own.refresh();
  return { own, source };
}

afterEach(() => {
  setSystemTime();
});

const keyOf = (own: OwnFormats): number => JSON.parse(own.request()?.formats ?? "[]")[0]?.key;
const used = (key: number, skipped: number) => ({
  uses: [{ key, lines: 1, steps: 9, costly: 0, skipped }],
  failure: null,
});

describe("a format that is skipped", () => {
  test("in three chunks in a row rests, and is said to; another is read by", async () => {
    const other = givenFormat("to %{ip:dst_ip}", { name: "other" });
    const { own } = await givenFormats(GATE, other);
    const key = keyOf(own);
    for (const skipped of [5, 5, 0, 5, 5]) own.noteUse(used(key, skipped));
    expect(own.measure().map(({ state }) => state)).toEqual(["active", "active"]);
    own.noteUse(used(key, 5));
    expect(own.measure()).toMatchObject([
      { name: "acme", state: "resting", lines: 6, skipped: 25 },
      { name: "other", state: "active", lines: 0 },
    ]);
    expect(JSON.parse(own.request()?.formats ?? "")).toMatchObject([{ format: { name: "other" } }]);
  });

  test("is tried at once where the clock was set back by hours while it rested", async () => {
    const { own } = await givenFormats(GATE);
    setSystemTime(new Date(Date.now() + 5 * 3_600_000));
    for (let chunk = 0; chunk < 3; chunk++) own.noteUse(used(keyOf(own), 5));
    expect(own.measure()).toMatchObject([{ state: "resting" }]);
    setSystemTime();
    await own.refresh();
    expect(own.measure()).toMatchObject([{ state: "active", restsUntilMs: null }]);
    expect(own.request()).toBeDefined();
  });

  test("is tried at once when it is changed, and rests on when another is", async () => {
    const { own, source } = await givenFormats(GATE);
    for (let chunk = 0; chunk < 3; chunk++) own.noteUse(used(keyOf(own), 5));
    expect(own.request()).toBeUndefined();
    source.formats = [GATE, givenFormat("to %{ip:dst_ip}", { name: "other" })];
    await own.refresh();
    expect(own.measure().map(({ state }) => state)).toEqual(["resting", "active"]);
    source.formats = [{ ...GATE, pattern: "from (?<src_ip>.+)" }];
    await own.refresh();
    expect(own.measure().map(({ state }) => state)).toEqual(["active"]);
  });
});

test("what is read again and has not changed is not made ready again", async () => {
  const { own } = await givenFormats(GATE);
  const { version } = own.request() ?? {};
  await own.refresh();
  expect(own.request()?.version).toBe(version);
});

test("a format that this version cannot read by is said to be refused, and keeps no other from being read by", async () => {
  const { own } = await givenFormats(givenFormat("("), GATE);
  expect(own.measure().map(({ state }) => state)).toEqual(["refused", "active"]);
});

test("while formats cannot be read those known still hold", async () => {
  const readings = [Promise.resolve([GATE]), Promise.reject(new Error("the database is away"))];
  const own = new OwnFormats({ readFormats: () => readings.shift() ?? Promise.resolve([]), log });
  await own.refresh();
  await own.refresh();
  expect(own.list()).toEqual([GATE]);
});

test("lines that came before the formats were read, as after a crash, are read by them; readiness names one that rests", async () => {
  const { db } = await createTestDatabase();
  const known = Promise.withResolvers<OwnFormat[]>();
  const engine = await startSyslog(
    {
      db,
      catalogReady: Promise.resolve(),
      pool: testPool(),
      log,
      formats: { readFormats: () => known.promise },
    },
    engineOptions(await createStoreFolders(), { udpPort: 0, tcpPort: 0 }),
  );
  atRunEnd(() => engine.stop(1000));
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: engine.ports.udp ?? 0 } });
  socket.send("<13>Nov 21 10:00:00 host app: from 192.0.2.7");
  socket.close();
  await waitFor("the line", () => engine.state().journal.messages === 1);
  known.resolve([GATE]);
  await waitFor("it to be stored", () => engine.state().pipeline.storedEvents === 1);
  expect(engine.state().pipeline.parsers).toEqual({ "own:acme": 1 });
  const { formats } = engine;
  if (formats === undefined) throw new Error("the engine has no formats");
  for (let chunk = 0; chunk < 3; chunk++) formats.noteUse(used(keyOf(formats), 5));
  expect(await checkCollector(engine)).toMatchObject({
    ok: true,
    message: expect.stringContaining("own formats that take too much time and rest: acme"),
  });
});
