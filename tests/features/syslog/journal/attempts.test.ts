import { expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import {
  beginAttempt,
  clearAttempts,
  listQuarantine,
  quarantineChunk,
  readAttempts,
} from "../../../../src/features/syslog/journal/attempts";
import { encodeRecord } from "../../../../src/features/syslog/journal/record-builder";
import { arrived, COLLECTOR, GivenJournal, textsOf } from "./journal-fixture";

test("attempts on one range are counted, and another range starts from one", async () => {
  await using journal = await GivenJournal.create();
  expect(await readAttempts(journal.directory)).toBeNull();
  expect(await beginAttempt(journal.directory, 0)).toBe(1);
  expect(await beginAttempt(journal.directory, 0)).toBe(2);
  expect(await readAttempts(journal.directory)).toEqual({ position: 0, attempts: 2 });
  expect(await beginAttempt(journal.directory, 40)).toBe(1);
  await clearAttempts(journal.directory);
  expect(await readAttempts(journal.directory)).toBeNull();
});

test("an attempt count that a power cut left empty counts as none", async () => {
  await using journal = await GivenJournal.create();
  for (const text of ["", "{", "[]", '{"position":"1","attempts":2}']) {
    fs.writeFileSync(path.join(journal.directory, "attempts.json"), text);
    expect(await readAttempts(journal.directory)).toBeNull();
    expect(await beginAttempt(journal.directory, 3)).toBe(1);
  }
});

test("a range that cannot be processed is kept in quarantine and named", async () => {
  await using journal = await GivenJournal.create();
  await journal.open();
  const records = encodeRecord({ firstPosition: 5, firstId: 5, salt: 1 }, [arrived("poison")]);
  const place = { directory: journal.directory, collector: COLLECTOR };
  const name = await quarantineChunk(place, { from: 4, through: 5, records });
  expect(await listQuarantine(journal.directory)).toEqual([name]);
  expect(name).toBe(`${COLLECTOR}-4-5.journal`);
  expect(textsOf(fs.readFileSync(path.join(journal.directory, "quarantine", name)))).toEqual(["poison"]);
});
