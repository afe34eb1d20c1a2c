import { expect, test } from "bun:test";
import { devicesNote } from "../../../../src/web/pages/dashboard/devices-note";
import type { MonitoringOverview } from "../../../../src/web/pages/dashboard/api";

type Count = MonitoringOverview["counts"][number];

const counts = (devices: Partial<Record<Count["standing"], number>>) => ({
  counts: Object.entries(devices).map(([standing, count]) => ({
    standing: standing as Count["standing"],
    devices: count,
    services: 9,
    monitors: 9,
  })),
});

test("devices that nobody asks are unknown, never up", () => {
  expect(devicesNote(324, counts({}))).toBe("0 up, 0 down, 324 unknown");
  expect(devicesNote(10, counts({ up: 4, paused: 2, stale: 1 }))).toBe("4 up, 0 down, 6 unknown");
});

test("what lies behind a device that is down counts as down, and what is planned apart", () => {
  expect(devicesNote(10, counts({ up: 4, flapping: 1, down: 1, unreachable: 2, maintenance: 1 }))).toBe(
    "5 up, 3 down, 1 off as planned, 1 unknown",
  );
  expect(devicesNote(1, counts({ unexpected: 1 }))).toBe("0 up, 0 down, 1 not as expected, 0 unknown");
});
