import { expect, test } from "bun:test";
import { changedOnly, differences, rebase } from "../../../../src/web/components/form/versions";

const LABELS = { name: "Name", vendor: "Vendor", tags: "Tags" };
const base = { name: "sw-1", vendor: "Cisco", tags: ["core"] };
const mine = { name: "sw-mine", vendor: "Cisco", tags: ["core"] };
const theirs = { name: "sw-theirs", vendor: "Juniper", tags: ["core"] };

test("what others have changed is told apart from what the person has changed", () => {
  const describe = (_: string, value: unknown) => String(value);
  expect(differences({ base, mine, theirs }, { labels: LABELS, describe })).toEqual([
    { label: "Name", theirs: "sw-theirs", mine: "sw-mine" },
    { label: "Vendor", theirs: "Juniper", mine: "not touched" },
  ]);
});

test("keeping mine leaves theirs in what I have not touched", () => {
  expect(rebase({ base, mine, theirs })).toEqual({ name: "sw-mine", vendor: "Juniper", tags: ["core"] });
});

test("only what is another than before is sent, lists by what is in them", () => {
  expect(changedOnly(mine, base)).toEqual({ name: "sw-mine" });
  expect(changedOnly({ ...base, tags: ["core", "lab"] }, base)).toEqual({ tags: ["core", "lab"] });
  expect(changedOnly({ ...base }, base)).toEqual({});
});
