import { expect, test } from "bun:test";
import { assert, property, string } from "fast-check";
import { findRoute, parseRoutes, readRoutes } from "#platform/network/route-table";

const TABLE = [
  "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT",
  "eth0\t00000000\t0100000A\t0003\t0\t0\t100\t00000000\t0\t0\t0",
  "eth0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0",
  "docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0",
  "*\t00000BAC\t00000000\t0200\t0\t0\t0\t0000FFFF\t0\t0\t0",
  "wlan0\t0000000A\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0",
  "",
].join("\n");
const routes = parseRoutes(TABLE);
const route = (a: number, b: number, c: number, d: number) =>
  findRoute(routes, ((a << 24) | (b << 16) | (c << 8) | d) >>> 0);

test("the longest prefix leads, and of the same length the lowest metric", () => {
  expect(route(10, 0, 0, 77)).toMatchObject({ interfaceName: "eth0", gateway: null, metric: 100 });
  expect(route(172, 17, 200, 1)).toMatchObject({ interfaceName: "docker0", gateway: null });
  expect(route(8, 8, 8, 8)).toMatchObject({ interfaceName: "eth0", gateway: 0x0a_00_00_01 });
});

test("a route that refuses is none", () => {
  expect(routes.some(({ interfaceName }) => interfaceName === "*")).toBe(false);
});

test("any text is a table, and the kernel's own can be read", () => {
  assert(
    property(string({ maxLength: 300 }), (text) => Array.isArray(parseRoutes(text))),
    { seed: 20_261_124, numRuns: 500 },
  );
  expect(Array.isArray(readRoutes())).toBe(true);
});
