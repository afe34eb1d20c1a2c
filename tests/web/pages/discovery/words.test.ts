import { expect, test } from "bun:test";
import type { Observation } from "../../../../src/web/pages/discovery/api";
import { ignoredLines, pairOf } from "../../../../src/web/pages/discovery/words";

const OBSERVATION: Observation = {
  id: 1,
  schedule_id: 1,
  scan_id: null,
  device_id: 7,
  observation_type: "conflict",
  status: "open",
  ip_address: null,
  mac_address: null,
  hostname: null,
  summary: "may be the same machine",
  details: { other_device_id: 12, ignored_keys: ["engine id 80:00 is that of both"] },
  first_seen_at: "2026-11-24T12:00:00.000Z",
  last_seen_at: "2026-11-24T12:00:00.000Z",
  resolved_at: null,
  is_ignored: false,
  ignored_until: null,
  reason: null,
  schedule_name: "Office",
  device_name: null,
};

test("two devices that an observation names may be merged, until it is resolved", () => {
  expect(pairOf(OBSERVATION)).toEqual([7, 12]);
  for (const other of [
    { ...OBSERVATION, status: "resolved" as const },
    { ...OBSERVATION, device_id: null },
    { ...OBSERVATION, details: {} },
    { ...OBSERVATION, details: { other_device_id: 7 } },
    { ...OBSERVATION, details: { other_device_id: "12" } },
  ])
    expect(pairOf(other)).toBeUndefined();
});

test("what was not gone by is told line by line", () => {
  expect(ignoredLines(OBSERVATION)).toEqual(["engine id 80:00 is that of both"]);
  expect(ignoredLines({ ...OBSERVATION, details: {} })).toEqual([]);
});
