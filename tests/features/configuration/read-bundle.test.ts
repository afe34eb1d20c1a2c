import { expect, test } from "bun:test";
import { readBundle } from "../../../src/features/configuration/bundle/read-bundle";

test("a bundle of faults is looked at until there are more than are told", async () => {
  const asked: string[] = [];
  const registry = {
    kinds: [],
    find(name: string) {
      asked.push(name);
      return undefined;
    },
  };
  const value = Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`kind${place}`, []]));
  const { faults } = await readBundle(registry, { value: { version: 1, ...value }, only: undefined });
  expect(faults).toHaveLength(100);
  expect(asked.length).toBeLessThanOrEqual(101);
});
