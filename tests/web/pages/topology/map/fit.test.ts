import { describe, expect, test } from "bun:test";
import { fit } from "../../../../../src/web/pages/topology/map/fit";

const SCREEN = { width: 1000, height: 800 };

/** Where a place of the map is seen. */
function onScreen({ zoom, pan }: ReturnType<typeof fit>, { x, y }: { x: number; y: number }) {
  return { x: x * zoom + pan.x, y: y * zoom + pan.y };
}

describe("the window that shows all of the map", () => {
  test("has every device in it, with room for its name, its box and the toolbars", () => {
    const places = [
      { x: -5000, y: 200 },
      { x: 9000, y: 300 },
      { x: 100, y: 4000 },
    ];
    const window = fit(places, SCREEN);
    for (const place of places) {
      const { x, y } = onScreen(window, place);
      expect(x).toBeGreaterThanOrEqual(24);
      expect(x).toBeLessThanOrEqual(SCREEN.width - 24);
      expect(y).toBeGreaterThanOrEqual(64);
      expect(y).toBeLessThanOrEqual(SCREEN.height - 64);
    }
  });

  test("has their middle in its middle", () => {
    const window = fit(
      [
        { x: 0, y: 0 },
        { x: 400, y: 2000 },
      ],
      SCREEN,
    );
    expect(onScreen(window, { x: 200, y: 1000 })).toEqual({ x: 500, y: 400 });
  });

  test("does not blow up a single device", () => {
    const window = fit([{ x: 70, y: -30 }], SCREEN);
    expect(window.zoom).toBe(1.2);
    expect(onScreen(window, { x: 70, y: -30 })).toEqual({ x: 500, y: 400 });
  });

  test("is never farther away than the map may be", () => {
    const places = [
      { x: 0, y: 0 },
      { x: 10_000_000, y: 0 },
    ];
    expect(fit(places, SCREEN).zoom).toBe(0.01);
  });

  test("takes more devices than a function takes arguments", () => {
    const places = Array.from({ length: 200_000 }, (_, index) => ({ x: index, y: 0 }));
    expect(fit(places, SCREEN).zoom).toBeGreaterThan(0);
  });
});
