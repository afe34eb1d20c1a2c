import { expect, test } from "bun:test";
import { countOpenSteps, type Fill } from "../../../../src/web/pages/dashboard/fill";

const DONE: Fill = {
  hasEvents: true,
  hasDevices: true,
  hasSubnets: true,
  hasMonitors: true,
  isTelling: true,
  isWhole: true,
};
const planner = { role: "Planner", permissions: ["ipam_write", "topology_write"] };

test("steps are left that somebody may take and that are not done", () => {
  expect(countOpenSteps(DONE, planner)).toBe(0);
  const nothing = { ...DONE, hasEvents: false, hasDevices: false, hasSubnets: false, isTelling: false };
  expect(countOpenSteps(nothing, planner)).toBe(2);
  expect(countOpenSteps({ ...DONE, isTelling: false }, planner)).toBe(0);
});

test("no step is left while it is not known yet what is done", () => {
  expect(countOpenSteps({ ...DONE, hasSubnets: false, isWhole: false }, planner)).toBe(0);
});
