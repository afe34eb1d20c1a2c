import { expect, test } from "bun:test";
import { parseActivitySearch } from "../../../../src/web/pages/activity/search";
import { nameOf, outcomeOf, progressOf, stateOf } from "../../../../src/web/components/operation/words";
import type { Operation } from "../../../../src/web/components/operation/words";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const DONE: Operation = {
  id: "0b0e5c64-0a53-4a52-9c1a-0f2a35b1f6c1",
  kind: "device_import",
  user_id: 1,
  username: "ann",
  subject: null,
  state: "done",
  phase: null,
  done: 1200,
  total: 1200,
  is_cancel_requested: false,
  result: { created: 1200, updated: 0, failed: 3, dry_run: false },
  result_link: null,
  error: null,
  started_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  ended_at: "2026-01-01T00:00:00.000Z",
};

test.each<[Partial<Operation>, string]>([
  [{}, "Device import"],
  [{ result: { created: 1, dry_run: true } }, "Device import (dry run)"],
  [{ kind: "lease_import", subject: "dhcp1" }, "Lease import of dhcp1"],
])("%j is called %s", (change, name) => {
  expect(nameOf({ ...DONE, ...change })).toBe(name);
});

test.each<[Partial<Operation>, string]>([
  [{}, "1,200 created, 3 failed"],
  [{ result: { created: 0, dry_run: false } }, "nothing to do"],
  [{ state: "failed", result: null, error: "The service ended" }, "The service ended"],
  [{ state: "cancelled", result: null }, "–"],
])("%j came to %s", (change, outcome) => {
  expect(outcomeOf({ ...DONE, ...change })).toBe(outcome);
});

test.each<[Partial<Operation>, string]>([
  [{ phase: "reading", total: null, done: 0 }, "reading"],
  [{ phase: "writing", total: 1200, done: 40 }, "writing, 40 of 1,200"],
])("%j is at %s", (change, progress) => {
  expect(progressOf({ ...DONE, ...change })).toBe(progress);
});

test("one that is asked to end says so until it has ended", () => {
  const asked = { ...DONE, is_cancel_requested: true };
  expect(stateOf({ ...asked, state: "running" }).label).toBe("Being cancelled");
  expect(stateOf({ ...asked, state: "done" }).label).toBe("Done");
});

test("the address says what is chosen, and what is wrong in it is as good as nothing", () => {
  for (const search of [{}, { state: "failed" as const }, { state: "running" as const, own: true as const }])
    expect(parseActivitySearch(parseSearch(stringifySearch(search)))).toEqual(parseActivitySearch(search));
  expect(parseActivitySearch({ state: "gone", own: "perhaps" })).toEqual(parseActivitySearch({}));
});
