import { describe, expect, test } from "bun:test";
import type { MapNetwork } from "../../../../../src/web/pages/topology/network";
import { freePlace, placeNear, placesFor } from "../../../../../src/web/pages/topology/map/place-near";
import { directionOf, nextNode } from "../../../../../src/web/pages/topology/map/walk";

const node = (id: string, box: string | null = null) =>
  ({ id, box, name: id, kind: "switch", status: "ok" }) as const;

function network(given: Partial<MapNetwork>): MapNetwork {
  return { nodes: [], boxes: [], links: [], empty: [], ...given };
}

const wire = (source: string, target: string) =>
  ({
    id: `${source} ${target}`,
    source,
    target,
    isDashed: false,
    arrow: "none",
    width: 1,
    isSuggested: false,
  }) as const;

const distance = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y);

describe("a device that is put on the map", () => {
  const places = { a: { x: 0, y: 0 }, b: { x: 2000, y: 0 } };

  test("comes near the one that it is linked to", () => {
    const nodes = [node("a"), node("b"), node("new")];
    const place = placeNear("new", network({ nodes, links: [wire("b", "new")] }), places);
    expect(distance(place, places.b)).toBeLessThan(250);
  });

  test("without links comes near those of its box", () => {
    const nodes = [node("a", "site"), node("b"), node("new", "site")];
    expect(distance(placeNear("new", network({ nodes }), places), places.a)).toBeLessThan(250);
  });

  test("with neither comes below the map", () => {
    expect(placeNear("new", network({ nodes: [node("new")] }), places).y).toBeGreaterThan(100);
  });

  describe("with a site on the map", () => {
    const boxes = [
      { id: "site-1", box: null, name: "here", isSite: true },
      { id: "site-2", box: null, name: "there", isSite: true },
    ];
    const nodes = [
      ...[0, 1, 2].map((index) => node(`here-${index}`, "site-1")),
      ...[0, 1, 2].map((index) => node(`there-${index}`, "site-2")),
      node("new", "site-1"),
    ];
    const spread = {
      "here-0": { x: 0, y: 0 },
      "here-1": { x: 600, y: 0 },
      "here-2": { x: 300, y: 400 },
      "there-0": { x: 800, y: 0 },
      "there-1": { x: 1400, y: 0 },
      "there-2": { x: 1100, y: 400 },
    };

    test("goes inside of it, on the side of what it is linked to elsewhere", () => {
      const place = placeNear("new", network({ nodes, boxes, links: [wire("new", "there-1")] }), spread);
      expect(place.x).toBeGreaterThan(450);
      expect(place.x).toBeLessThan(740);
    });

    test("goes beside its neighbour there", () => {
      const place = placeNear("new", network({ nodes, boxes, links: [wire("new", "here-0")] }), spread);
      expect(distance(place, spread["here-0"])).toBeLessThan(150);
    });
  });

  test("for each of a thousand in one site is found before the test ends", () => {
    const boxes = [{ id: "site-1", box: null, name: "here", isSite: true }];
    const nodes = Array.from({ length: 1000 }, (_, index) => node(`n-${index}`, "site-1"));
    const ids = nodes.map(({ id }) => id);
    const placed = Object.values(placesFor(ids, network({ nodes, boxes }), {}));
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(1000);
  });

  test("covers no other", () => {
    const taken = [{ x: 0, y: 0 }];
    for (let count = 0; count < 30; count++) {
      const place = freePlace({ x: 0, y: 0 }, taken);
      expect(Math.min(...taken.map((other) => distance(place, other)))).toBeGreaterThan(80);
      taken.push(place);
    }
  });
});

describe("an arrow key", () => {
  const nodes = [
    { id: "right", place: { x: 100, y: 10 } },
    { id: "far right", place: { x: 300, y: 0 } },
    { id: "aside", place: { x: 60, y: 90 } },
    { id: "left", place: { x: -50, y: 0 } },
  ];
  const go = (key: string) => nextNode({ x: 0, y: 0 }, directionOf(key) ?? { x: 0, y: 0 }, nodes);

  test.each([
    ["ArrowRight", "right"],
    ["ArrowLeft", "left"],
    ["ArrowDown", "aside"],
    ["ArrowUp", undefined],
  ])("%s goes to what lies there", (key, id) => expect(go(key)).toBe(id));
});
