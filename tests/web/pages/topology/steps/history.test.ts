import { describe, expect, test } from "bun:test";
import { RequestFailure } from "../../../../../src/web/api/request-failure";
import { createHistory, type Step } from "../../../../../src/web/pages/topology/steps/history";
import { createRenumbered } from "../../../../../src/web/pages/topology/steps/renumbered";
import { movesOf, withChanges } from "../../../../../src/web/pages/topology/steps/moves";

function given() {
  const log: string[] = [];
  const told: string[] = [];
  const history = createHistory((text) => told.push(text));
  const step = (what: string): Step => ({
    what,
    undo: () => void log.push(`undo ${what}`),
    redo: () => void log.push(`redo ${what}`),
  });
  return { log, told, history, step };
}

describe("what was done on the map", () => {
  test("is taken back from the last to the first, and done again in its order", async () => {
    const { log, history, step } = given();
    history.add(step("one"));
    history.add(step("two"));
    await history.undo();
    await history.undo();
    await history.undo();
    await history.redo();
    await history.redo();
    expect(log).toEqual(["undo two", "undo one", "redo one", "redo two"]);
  });

  test("cannot be done again after something else was done", async () => {
    const { log, history, step } = given();
    history.add(step("one"));
    await history.undo();
    history.add(step("other"));
    await history.redo();
    expect(log).toEqual(["undo one"]);
  });

  test("is taken back once, however fast the keys come", async () => {
    const { log, history, step } = given();
    let release = () => {};
    history.add(step("one"));
    history.add({ ...step("slow"), undo: () => new Promise((resolve) => (release = resolve)) });
    const first = history.undo();
    const second = history.undo();
    release();
    await Promise.all([first, second]);
    expect(log).toEqual([]);
  });

  test.each([
    [new Error("somebody else has changed this link meanwhile"), false],
    [new RequestFailure({ status: 503, message: "later" }), true],
  ])(
    "is forgotten where the service refuses it, and stays where it was not reached: %s",
    async (error, isKept) => {
      const { told, history, step } = given();
      history.add({
        ...step("the link"),
        undo: () => {
          throw error;
        },
      });
      await history.undo();
      await history.undo();
      expect(told).toEqual(Array(isKept ? 2 : 1).fill(`Cannot undo the link: ${error.message}`));
    },
  );
});

test("a thing that was deleted and made again twice is found by its first number", () => {
  const links = createRenumbered();
  links.became(3, 8);
  links.became(links.now(3), 12);
  expect([links.now(3), links.now(8), links.now(4)]).toEqual([12, 12, 4]);
});

describe("a move", () => {
  const places = { a: { x: 0, y: 0 }, b: { x: 50, y: 50 } };

  test("tells what is elsewhere than before alone, and what had no place", () => {
    const moved = { a: { x: 0.2, y: 0 }, b: { x: 70, y: 50 }, c: { x: 1, y: 1 } };
    expect(movesOf(moved, places)).toEqual({
      before: { b: { x: 50, y: 50 }, c: undefined },
      after: { b: { x: 70, y: 50 }, c: { x: 1, y: 1 } },
    });
    expect(movesOf(places, places)).toBeUndefined();
  });

  test("is taken back by the places before, and a device without one has none again", () => {
    expect(withChanges({ ...places, c: { x: 1, y: 1 } }, { b: { x: 5, y: 5 }, c: undefined })).toEqual({
      a: { x: 0, y: 0 },
      b: { x: 5, y: 5 },
    });
  });
});
