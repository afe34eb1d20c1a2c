import { expect, test } from "bun:test";
import { SITES } from "../../src/demo/plan";
import { BUNDLE } from "../../src/demo/seed-configuration";

test("the bundle of the demo says more of sites that are there, and adds none", () => {
  const named = [...BUNDLE.matchAll(/^ {2}- name: ([a-z]+)$/gm)].map(([, name]) => name);
  expect(named).toHaveLength(4);
  expect(SITES.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});
