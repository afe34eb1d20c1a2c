import { describe, expect, test } from "bun:test";
import {
  latenciesOf,
  outagesOf,
  spansOf,
  uptimeOf,
  type Point,
} from "../../../../src/web/pages/watched/course";

const MINUTE = 60_000;
const point = (minute: number, state: Point["state"] = "up", changes: Partial<Point> = {}): Point => ({
  at: minute * MINUTE,
  state,
  latencyMs: null,
  statusCode: null,
  error: null,
  ...changes,
});
const hour = { from: 0, to: 60 * MINUTE, intervalSeconds: 60 };
const everyMinute = (from: number, to: number, state: Point["state"] = "up") =>
  Array.from({ length: to - from }, (_, index) => point(from + index, state));
const inMinutes = (spans: ReturnType<typeof spansOf>) =>
  spans.map(({ from, to, state }) => [from / MINUTE, to / MINUTE, state]);

describe("what was seen over a time", () => {
  test("checks that find the same are one span, until the end of the time", () => {
    expect(inMinutes(spansOf(everyMinute(0, 60), hour))).toEqual([[0, 60, "up"]]);
  });

  test("a change ends the span before it", () => {
    const points = [...everyMinute(0, 20), ...everyMinute(20, 30, "down"), ...everyMinute(30, 60)];
    expect(inMinutes(spansOf(points, hour))).toEqual([
      [0, 20, "up"],
      [20, 30, "down"],
      [30, 60, "up"],
    ]);
  });

  test("no data is a gap, neither up nor down: before the first check, in between, and after the last", () => {
    const spans = spansOf([...everyMinute(10, 20), ...everyMinute(40, 50)], hour);
    expect(spans.map(({ state }) => state)).toEqual(["none", "up", "none", "up", "none"]);
    expect(inMinutes(spans)[0]).toEqual([0, 10, "none"]);
    expect(spans[2]?.from).toBeLessThan(22 * MINUTE);
    expect(spans[2]?.to).toBe(40 * MINUTE);
  });

  test("thinned results are far apart everywhere, which is no gap", () => {
    const points = Array.from({ length: 6 }, (_, index) => point(index * 10));
    expect(inMinutes(spansOf(points, hour))).toEqual([[0, 60, "up"]]);
  });

  test("what lies before the time is cut off, and nothing at all is one gap", () => {
    expect(inMinutes(spansOf([point(-1), ...everyMinute(0, 60)], hour))).toEqual([[0, 60, "up"]]);
    expect(inMinutes(spansOf([], hour))).toEqual([[0, 60, "none"]]);
  });
});

describe("uptime", () => {
  test("is of the time that was watched and is charged: gaps, maintenance and doubt are left out", () => {
    const points = [
      ...everyMinute(0, 10),
      ...everyMinute(10, 20, "down"),
      ...everyMinute(20, 40, "maintenance"),
      ...everyMinute(40, 50, "unknown"),
      ...everyMinute(50, 60),
    ];
    expect(uptimeOf(spansOf(points, hour))).toEqual({ share: 2 / 3, hours: 0.5 });
  });

  test("of nothing is not known, rather than whole or none", () => {
    expect(uptimeOf(spansOf([], hour))).toEqual({ share: null, hours: 0 });
  });
});

describe("when it was down", () => {
  test("the newest comes first, with what was found, and the last one lasts", () => {
    const points = [
      ...everyMinute(0, 10),
      point(10, "down", { error: "connection refused" }),
      ...everyMinute(11, 15, "down"),
      ...everyMinute(15, 50),
      ...everyMinute(50, 60, "down"),
    ];
    const outages = outagesOf(spansOf(points, hour), points);
    expect(outages).toEqual([
      { from: 50 * MINUTE, to: null, error: null },
      { from: 10 * MINUTE, to: 15 * MINUTE, error: "connection refused" },
    ]);
  });

  test("a time in which nothing was seen does not end it", () => {
    const points = [...everyMinute(0, 10, "down"), ...everyMinute(30, 40, "down"), ...everyMinute(40, 60)];
    const outages = outagesOf(spansOf(points, hour), points);
    expect(outages.map(({ from, to }) => [from / MINUTE, (to ?? 0) / MINUTE])).toEqual([[0, 40]]);
  });
});

test("latencies are half and 95 percent of those in a bucket, and without an answer there is a gap", () => {
  const points = Array.from({ length: 100 }, (_, index) =>
    point(0, "up", { at: index * 100, latencyMs: 100 - index }),
  );
  const { times, p50, p95 } = latenciesOf(points, { from: 0, to: 3 * MINUTE });
  expect(times).toEqual([0, 60, 120]);
  expect(p50).toEqual([51, null, null]);
  expect(p95).toEqual([96, null, null]);
});
