import { expect, test } from "bun:test";
import { placeTip } from "../../../../src/web/shell/tips/place-tip";

const WINDOW = { width: 1000, height: 800, side: undefined };
const TIP = { width: 200, height: 20 };

test.each([
  [
    "above the middle of the thing",
    { left: 400, top: 300, width: 100, height: 30 },
    WINDOW,
    { left: 350, top: 275 },
  ],
  [
    "below where there is no room above",
    { left: 400, top: 10, width: 100, height: 30 },
    WINDOW,
    { left: 350, top: 45 },
  ],
  ["beside the left edge", { left: 0, top: 300, width: 40, height: 30 }, WINDOW, { left: 5, top: 275 }],
  ["beside the right edge", { left: 980, top: 300, width: 20, height: 30 }, WINDOW, { left: 795, top: 275 }],
  [
    "at the right",
    { left: 0, top: 300, width: 56, height: 32 },
    { ...WINDOW, side: "right" },
    { left: 61, top: 306 },
  ],
])("a tip is shown %s", (_, thing, window, place) => {
  expect(placeTip(thing, TIP, window)).toEqual(place);
});
