import { describe, expect, test } from "bun:test";
import { array, assert, integer, property, record } from "fast-check";
import { arrange, boundsOf } from "../../../src/web/workers/layout/arrange";
import type { Network } from "../../../src/web/workers/layout/network";
import { pushApart, type Box } from "../../../src/web/workers/layout/push-apart";

/** `sites` boxes with two groups each, `size` devices a site in a chain, and a ring of links between the sites. */
function campus({ sites, size }: { sites: number; size: number }): Network {
  const each = Array.from({ length: sites }, (_, site) => site);
  const devices = each.flatMap((site) => Array.from({ length: size }, (_, device) => ({ site, device })));
  const idOf = (site: number, device: number) => `device-${site * size + device}`;
  return {
    boxes: each.flatMap((site) => [
      { id: `site-${site}`, box: null },
      { id: `group-a-${site}`, box: `site-${site}` },
    ]),
    nodes: [
      ...devices.map(({ site, device }) => ({
        id: idOf(site, device),
        box: device % 2 === 0 ? `group-a-${site}` : `site-${site}`,
      })),
      { id: "device-nowhere", box: null },
    ],
    links: [
      ...devices.flatMap(({ site, device }) =>
        device === 0 ? [] : [{ source: idOf(site, device - 1), target: idOf(site, device) }],
      ),
      ...each.map((site) => ({ source: idOf(site, 0), target: idOf((site + 1) % sites, 0) })),
    ],
  };
}

function overlap(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2
  );
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));
}

describe("the automatic layout", () => {
  test("gives every device a finite place", () => {
    const network = campus({ sites: 4, size: 9 });
    const places = arrange(network);
    expect(Object.keys(places).sort()).toEqual(network.nodes.map(({ id }) => id).sort());
    expect(Object.values(places).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  test("makes the same picture of the same network", () => {
    const network = campus({ sites: 3, size: 8 });
    expect(arrange(network)).toEqual(arrange(network));
  });

  test("leaves the numbers of others as random as they were", () => {
    const { random } = Math;
    arrange(campus({ sites: 1, size: 3 }));
    expect(Math.random).toBe(random);
  });

  test("lets no two sites overlap", () => {
    const places = arrange(campus({ sites: 8, size: 12 }));
    const sites = Array.from({ length: 8 }, (_, site) =>
      boundsOf(
        Array.from({ length: 12 }, (_, device) => places[`device-${site * 12 + device}`]).flatMap(
          (place) => place ?? [],
        ),
      ),
    );
    expect(pairsOf(sites).filter(([one, other]) => overlap(one, other))).toEqual([]);
  });

  test("leaves room above each site for its name, as large as it is read when all of the map is shown", () => {
    const size = 12;
    const places = arrange(campus({ sites: 8, size }));
    const devices = Object.values(places);
    const share = 0.03 * Math.min(boundsOf(devices).width, boundsOf(devices).height);
    const named = Array.from({ length: 8 }, (_, site) => {
      const own = Array.from({ length: size }, (__, device) => places[`device-${site * size + device}`]);
      const { x, y, width, height } = boundsOf(own.flatMap((place) => place ?? []));
      // The frame of a site, and its name above.
      return { x, y: y - share / 2, width, height: height + 2 * 36 + share };
    });
    expect(pairsOf(named).filter(([one, other]) => overlap(one, other))).toEqual([]);
  });

  test("lets no two devices without links cover one another", () => {
    const nodes = Array.from({ length: 40 }, (_, device) => ({ id: `device-${device}`, box: "site-1" }));
    const places = Object.values(arrange({ nodes, boxes: [{ id: "site-1", box: null }], links: [] }));
    const boxes = places.map((place) => ({ ...place, width: 80, height: 60 }));
    expect(pairsOf(boxes).filter(([one, other]) => overlap(one, other))).toEqual([]);
  });

  test("says how far it is", () => {
    const told: string[] = [];
    arrange(campus({ sites: 2, size: 2 }), (done, total) => told.push(`${done}/${total}`));
    expect(told).toEqual(["0/4", "1/4", "2/4", "3/4"]);
  });

  test("arranges nothing to nothing", () => {
    expect(arrange({ nodes: [], boxes: [], links: [] })).toEqual({});
  });
});

test("boxes that are pushed apart keep their gap, however they lay before", () => {
  const side = integer({ min: 10, max: 900 });
  const centre = integer({ min: -500, max: 500 });
  assert(
    property(
      array(record({ x: centre, y: centre, width: side, height: side }), { maxLength: 30 }),
      (boxes) => {
        pushApart(boxes, 40);
        return pairsOf(boxes).every(([one, other]) => !overlap(one, other));
      },
    ),
    { numRuns: 50 },
  );
});
