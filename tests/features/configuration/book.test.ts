import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { createBook, type Named } from "../../../src/features/configuration/plan/book";
import { rounds } from "../../support/rounds";

const names = (...things: [string, (string | null)?][]) =>
  createBook(things.map(([name, teller = null], id) => ({ id, name, tellers: [teller] })));

test("a thing is called by its name, and of several by what tells them apart, or by its number", () => {
  const book = names(["sw1"], ["sw2", "192.0.2.1"], ["sw2", "192.0.2.2"], ["sw3"], ["sw3"]);
  expect([0, 1, 2, 3, 4].map((id) => book.nameOf(id))).toEqual([
    "sw1",
    "sw2 (192.0.2.1)",
    "sw2 (192.0.2.2)",
    "sw3 #1",
    "sw3 #2",
  ]);
  expect(book.find("sw2")).toEqual({ kind: "several", names: ["sw2 (192.0.2.1)", "sw2 (192.0.2.2)"] });
  expect(book.find("sw9")).toEqual({ kind: "none" });
});

test("a name that looks like a number among others is somebody's own", () => {
  const book = names(["x"], ["x"], ["x #1"]);
  expect([0, 1, 2].map((id) => book.nameOf(id))).toEqual(["x ##1", "x #2", "x #1"]);
});

test("whatever the names: each thing has one that is its alone, by which it is found", () => {
  const name = fc.constantFrom("x", "x #1", "x ##1", "x #1 #1", "x (m)", "x (m) (m)", "x (m) #1", "");
  const thing = fc.record({
    name,
    tellers: fc.tuple(fc.constantFrom("m", "n", "m) (m", null), fc.constantFrom("i", null)),
  });
  fc.assert(
    fc.property(fc.array(thing, { maxLength: 12 }), (things) => {
      const given: Named[] = things.map((one, id) => ({ id, ...one }));
      const book = createBook(given);
      for (const { id } of given) expect(book.find(book.nameOf(id) ?? "")).toEqual({ kind: "one", id });
    }),
    { seed: 20261128, numRuns: rounds(2000) },
  );
});
