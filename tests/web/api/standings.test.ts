import { expect, test } from "bun:test";
import { byDevice } from "../../../src/web/api/standings";

test("each device is found with how it stands; those that are not watched are not", () => {
  const standings = byDevice({ down: [7], up: [1, 2], paused: [] });
  expect([...standings]).toEqual([
    [7, "down"],
    [1, "up"],
    [2, "up"],
  ]);
});
