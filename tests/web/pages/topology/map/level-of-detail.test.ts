import { describe, expect, test } from "bun:test";
import { detailAt, type Candidate } from "../../../../../src/web/pages/topology/map/level-of-detail";

const MEASURES = { size: 44, leastSize: 20, nameHeight: 12 };

const at = (id: string, x: number, y: number, weight = 1): Candidate => ({ id, x, y, weight, nameWidth: 60 });

/** Devices in a square, the same distance apart; the one in the middle has the most links. */
const square = (side: number, apart: number) =>
  Array.from({ length: side * side }, (_, index) => {
    const [column, row] = [index % side, Math.floor(index / side)];
    const isHub = column === side >> 1 && row === side >> 1;
    return at(`d${index}`, column * apart, row * apart, isHub ? 9 : 1);
  });

describe("what is drawn of devices", () => {
  test("is all of them, with their names, where there is room", () => {
    const { icons, names } = detailAt(square(5, 120), { ...MEASURES, zoom: 1 });
    expect(icons.size).toBe(25);
    expect(names.size).toBe(25);
  });

  test("has its name at any zoom and place where nothing else is", () => {
    const nameless = Array.from({ length: 2000 }, (_, step) => {
      const one = at("one", step * 0.37, step * 1.13);
      return detailAt([one], { ...MEASURES, nameHeight: 11 + (step % 50) / 10, zoom: 0.05 + step * 0.0021 });
    }).filter(({ names }) => names.size === 0);
    expect(nameless).toEqual([]);
  });

  test("is less the farther it is seen from, and the hub to the last", () => {
    const devices = square(9, 90);
    const counts = [1, 0.5, 0.2, 0.05, 0.01].map((zoom) => {
      const { icons, names } = detailAt(devices, { ...MEASURES, zoom });
      expect(names.has("d40")).toBe(true);
      return { icons: icons.size, names: names.size };
    });
    for (const [index, { icons, names }] of counts.slice(1).entries()) {
      expect(icons).toBeLessThanOrEqual(counts[index]?.icons ?? 0);
      expect(names).toBeLessThanOrEqual(counts[index]?.names ?? 0);
    }
    expect(counts.at(-1)).toEqual({ icons: 1, names: 1 });
  });

  test("never lies on one another", () => {
    const zoom = 0.2;
    const devices = square(12, 70);
    const { icons, names } = detailAt(devices, { ...MEASURES, zoom });
    const boxes = devices.flatMap(({ id, x, y, nameWidth }) => [
      ...(icons.has(id) ? [{ x: x * zoom, y: y * zoom, width: 20, height: 20 }] : []),
      ...(names.has(id) ? [{ x: x * zoom, y: y * zoom + 18, width: nameWidth, height: 12 }] : []),
    ]);
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
            Math.abs(one.y - other.y) < (one.height + other.height) / 2,
        ),
    );
    expect(overlaps).toEqual([]);
  });

  test("does not hang on the order in which devices come", () => {
    const devices = square(9, 60);
    const one = detailAt(devices, { ...MEASURES, zoom: 0.3 });
    const other = detailAt(devices.toReversed(), { ...MEASURES, zoom: 0.3 });
    expect([...other.names].sort()).toEqual([...one.names].sort());
  });

  test("is every icon as large as it is where it can be read by itself, whatever lies on it", () => {
    const { icons, names } = detailAt([at("a", 0, 0), at("b", 10, 0)], { ...MEASURES, zoom: 1 });
    expect(icons.size).toBe(2);
    expect(names.size).toBe(1);
  });
});
