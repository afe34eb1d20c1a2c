import { afterAll, expect, test } from "bun:test";
import { createTestService } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { nameOf, requestOf } from "../support/route-requests";

/** A window that ends before it begins is refused at its beginning, by every operation that takes one. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

/** Names of the two ends that routes have. */
const WINDOWS = [
  ["start_time", "end_time"],
  ["from", "to"],
] as const;

const routes = routesOf(await readDocument(service.app)).flatMap((route) => {
  const window = WINDOWS.find((names) => names.every((name) => isParameter(route, name)));
  return window === undefined ? [] : [{ route, window }];
});

function isParameter({ operation }: DocumentedRoute, name: string): boolean {
  return operation.parameters?.some((parameter) => parameter.name === name) ?? false;
}

/** What a route says to a window, with no other parameter but those that it cannot do without. */
function askFor({ route, window: [start, end] }: (typeof routes)[number], from: string, to: string) {
  const needed = { field: "src_ip", fields: "src_ip" };
  const wanted = Object.entries(needed).filter(([name]) => isParameter(route, name));
  const query = new URLSearchParams([...wanted, [start, from], [end, to]]);
  return service.call(`${requestOf(route).split("?")[0]}?${query.toString()}`, { token });
}

test("every window that ends before it begins is refused at its beginning", async () => {
  expect(routes.length).toBeGreaterThanOrEqual(9);
  for (const found of routes) {
    const { status, body } = await askFor(found, "2026-01-02T00:00:00.000Z", "2026-01-01T23:59:59.999Z");
    expect([nameOf(found.route), status, body]).toEqual([
      nameOf(found.route),
      422,
      { detail: [{ loc: ["query", found.window[0]], msg: expect.any(String), type: "value_error" }] },
    ]);
  }
});

test("a window that begins and ends in one moment is one where moments are asked for", async () => {
  const ofMoments = routes.filter(({ window: [start] }) => start === "start_time");
  expect(ofMoments.length).toBeGreaterThan(0);
  for (const found of ofMoments) {
    const { status } = await askFor(found, "2026-01-02T00:00:00Z", "2026-01-02T01:00:00+01:00");
    expect([nameOf(found.route), status]).toEqual([nameOf(found.route), 200]);
  }
});
