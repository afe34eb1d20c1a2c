import { expect, test } from "bun:test";
import { dueTime, trialTime, type Known } from "../../../src/features/backups/scheduled/due";
import { nameBeforeMigration, parseBackupName } from "../../../src/features/backups/scheduled/names";
import { findExpired, findLastGood } from "../../../src/features/backups/scheduled/retention";
import { byNewest, describeKept } from "../../../src/features/backups/scheduled/store";

const at = (text: string) => new Date(text);
const NOW = at("2026-11-25T12:00:00Z");
const DAILY = { cron: "30 3 * * *", timeZone: "Europe/Berlin", intervalHours: 24 };
const HOURLY = { ...DAILY, cron: "", intervalHours: 6 };

function due(change: Partial<Known>): string | undefined {
  const nothing = { since: at("2026-11-01T00:00:00Z"), madeAt: undefined, failedAt: undefined, now: NOW };
  return dueTime({ plan: DAILY, ...nothing, ...change })?.toISOString();
}

test.each<[string, Partial<Known>, string | undefined]>([
  [
    "by the clock of the zone, after the last one",
    { madeAt: at("2026-11-25T02:30:04Z") },
    "2026-11-26T02:30:00.000Z",
  ],
  [
    "one that was slept through is due since its time",
    { madeAt: at("2026-11-23T02:30:04Z") },
    "2026-11-24T02:30:00.000Z",
  ],
  [
    "the first at the first moment after the plan was made",
    { since: at("2026-11-25T11:00:00Z") },
    "2026-11-26T02:30:00.000Z",
  ],
  [
    "in summer an hour earlier",
    { madeAt: at("2026-07-01T02:00:00Z"), since: at("2026-01-01T00:00:00Z") },
    "2026-07-02T01:30:00.000Z",
  ],
  [
    "by the interval, after the last one",
    { plan: HOURLY, madeAt: at("2026-11-25T10:00:00Z") },
    "2026-11-25T16:00:00.000Z",
  ],
  ["by the interval the first at once", { plan: HOURLY }, "1970-01-01T00:00:00.000Z"],
  [
    "an hour after a failure",
    { plan: HOURLY, failedAt: at("2026-11-25T11:30:00Z") },
    "2026-11-25T12:30:00.000Z",
  ],
  [
    "what is ahead of the clock counts for nothing",
    { plan: HOURLY, madeAt: at("2027-01-01T00:00:00Z") },
    "1970-01-01T00:00:00.000Z",
  ],
  [
    "a plan from ahead of the clock begins now",
    { since: at("2030-01-01T00:00:00Z") },
    "2026-11-26T02:30:00.000Z",
  ],
  ["no date", { plan: { ...DAILY, cron: "0 0 30 2 *" } }, undefined],
])("a backup is due %s", (_, known, expected) => expect(due(known)).toBe(expected));

test.each([
  ["in the first night", undefined, "2026-11-25T03:00:00Z", "2026-11-26T02:00:00.000Z"],
  [
    "a week after the last one, at night",
    { at: at("2026-11-20T02:10:00Z"), hasFailed: false },
    "",
    "2026-11-27T02:00:00.000Z",
  ],
  [
    "a day after one that failed",
    { at: at("2026-11-25T02:10:00Z"), hasFailed: true },
    "",
    "2026-11-26T02:00:00.000Z",
  ],
  [
    "by day where the nights of two days were missed",
    undefined,
    "2026-11-23T11:00:00Z",
    "2026-11-25T11:00:00.000Z",
  ],
  [
    "by day where a week and two days are over",
    { at: at("2026-11-10T02:10:00Z"), hasFailed: false },
    "",
    "2026-11-19T02:10:00.000Z",
  ],
])("a trial restore is due %s", (_, last, oldest, expected) => {
  const oldestAt = oldest === "" ? new Date(0) : at(oldest);
  expect(trialTime({ last, oldestAt, timeZone: "UTC", now: NOW }).toISOString()).toBe(expected);
});

test("a night that has begun is night enough", () => {
  const now = at("2026-11-25T04:30:00Z");
  const last = { at: at("2026-11-18T04:40:00Z"), hasFailed: false };
  expect(trialTime({ last, oldestAt: new Date(0), timeZone: "UTC", now }).getTime()).toBeLessThanOrEqual(
    now.getTime(),
  );
});

function kept(...stamps: string[]) {
  return stamps
    .map((stamp) => describeKept(`netatlas-backup-${stamp}.tar.zst`, { place: "folder", octets: 1 }))
    .filter((one) => one !== undefined)
    .sort(byNewest);
}

test.each([
  ["beyond the number", { mostKept: 2, mostDays: 0 }, ["20261101-000000"]],
  ["beyond the age", { mostKept: 9, mostDays: 10 }, ["20261110-000000", "20261101-000000"]],
  ["but never the newest", { mostKept: 9, mostDays: 1 }, ["20261110-000000", "20261101-000000"]],
])("backups go that are %s", (_, retention, expected) => {
  const found = findExpired(kept("20261101-000000", "20261120-000000", "20261110-000000"), {
    ...retention,
    now: NOW,
  });
  expect(found.map(({ filename }) => filename.slice(16, 31))).toEqual(expected);
});

test("names say what a backup is, and others are none", () => {
  const name = "netatlas-backup-20261125-220000.tar.zst";
  const before = nameBeforeMigration(name, "0.5.0-rc.1+build/7");
  expect(before).toBe("netatlas-backup-20261125-220000-before-0.5.0-rc.1-build-7.tar.zst");
  expect(parseBackupName(before)).toEqual({
    madeAt: at("2026-11-25T22:00:00Z"),
    before: "0.5.0-rc.1-build-7",
    of: null,
    isEncrypted: false,
  });
  expect(parseBackupName(`${name}.sealed`)).toMatchObject({ before: null, isEncrypted: true });
  for (const other of [
    "",
    "../x",
    `../${name}`,
    `${name}.part`,
    "netatlas-backup-20261399-000000.tar.zst",
    `a/${name}`,
  ])
    expect(parseBackupName(other)).toBeUndefined();
});

test("the newest that a trial found to be good is known while one since has failed its own", () => {
  const [bad, untried, good] = kept("20261101-000000", "20261110-000000", "20261120-000000");
  if (bad === undefined || untried === undefined || good === undefined) throw new Error("three were made");
  const all = [bad, untried, good];
  const failed = { ...bad, error: "damaged" };
  expect(findLastGood(all, [failed, { ...good, error: null }])).toBe(good);
  expect(findLastGood(all, [failed, { ...untried, error: null }, { ...good, error: null }])).toBe(untried);
  expect(
    findLastGood(all, [
      { ...bad, error: null },
      { ...good, error: null },
    ]),
  ).toBeUndefined();
  expect(findLastGood(all, [failed])).toBeUndefined();
});
