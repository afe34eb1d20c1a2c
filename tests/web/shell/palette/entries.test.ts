import { expect, test } from "bun:test";
import { matchEntries, stillFitting, withoutRepeats } from "../../../../src/web/shell/palette/entries";

const ENTRIES = ["Topology", "Reserve address", "Address management", "Profile"].map((label) => ({ label }));
const labels = (text: string) => matchEntries(ENTRIES, text).map(({ label }) => label);

test("every word must be there, in any order and case", () => {
  expect(labels("ADDRESS reser")).toEqual(["Reserve address"]);
  expect(labels("nothing like it")).toEqual([]);
});

test("what begins with the first word comes first", () => {
  expect(labels("addr")).toEqual(["Address management", "Reserve address"]);
});

test("without a text everything is offered", () => {
  expect(labels(" ")).toHaveLength(ENTRIES.length);
});

const device = (label: string, hint: string) => ({
  id: label,
  label,
  hint,
  href: `/inventory/${label}`,
  page: "/inventory",
});

test("of an older answer only what fits the longer text stays, by label or hint", () => {
  const groups = [{ label: "Devices", entries: [device("sw-1", "10.0.0.7"), device("sw-2", "10.0.0.70")] }];
  const left = (text: string) =>
    stillFitting(groups, text).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(left("10.0.0.70 ")).toEqual(["sw-2"]);
  expect(left("SW-1")).toEqual(["sw-1"]);
  expect(left("sw-12")).toEqual([]);
});

test("what leads to the same place is there once, where it comes first, and empty groups go", () => {
  const recent = { ...device("sw-1", ""), id: "recent sw-1" };
  const groups = withoutRepeats([
    { label: "Recent", entries: [recent] },
    { label: "Devices", entries: [device("sw-1", "10.0.0.7")] },
  ]);
  expect(groups).toEqual([{ label: "Recent", entries: [recent] }]);
});
