import { describe, expect, test } from "bun:test";
import {
  latenciesOf,
  maintenanceOf,
  spansOf,
  type Span,
  type Timeline,
} from "../../../../../src/web/pages/watched/history/course";

const MINUTE = 60_000;
const at = (minute: number) => new Date(minute * MINUTE).toISOString();
const hour = { from: at(0), to: at(60) };
const span = (
  from: number,
  to: number,
  state: Timeline["spans"][number]["state"] = "up",
  reason: string | null = null,
) => ({ from: at(from), to: at(to), state, reason });
const inMinutes = (spans: readonly Span[]) =>
  spans.map(({ from, to, state }) => [from / MINUTE, to / MINUTE, state]);

describe("states over a time", () => {
  test("what nobody saw is a gap: before the first, in between and after the last", () => {
    const spans = spansOf({ ...hour, spans: [span(10, 20), span(20, 30, "down"), span(40, 50)] });
    expect(inMinutes(spans)).toEqual([
      [0, 10, "none"],
      [10, 20, "up"],
      [20, 30, "down"],
      [30, 40, "none"],
      [40, 50, "up"],
      [50, 60, "none"],
    ]);
  });

  test("where all was seen there is no gap, where nothing was there is one", () => {
    expect(inMinutes(spansOf({ ...hour, spans: [span(0, 60)] }))).toEqual([[0, 60, "up"]]);
    expect(inMinutes(spansOf({ ...hour, spans: [] }))).toEqual([[0, 60, "none"]]);
  });

  test("maintenance is shaded by what it is called", () => {
    const spans = spansOf({
      ...hour,
      spans: [span(0, 10), span(10, 20, "maintenance", "Core upgrade"), span(30, 40, "maintenance")],
    });
    expect(maintenanceOf(spans)).toEqual([
      { from: 600, to: 1200, label: "Maintenance: Core upgrade" },
      { from: 1800, to: 2400, label: "Maintenance" },
    ]);
  });
});

describe("latency", () => {
  const point = (minute: number, p50: number | null) => ({
    at: at(minute),
    p50_ms: p50,
    p95_ms: p50 === null ? null : p50 * 2,
    count: 5,
  });

  test("buckets without an answer are a gap, over the whole time", () => {
    const latency = { step_seconds: 600, points: [point(10, 4), point(40, 6)] };
    expect(latenciesOf({ ...hour, latency })).toEqual({
      times: [0, 600, 1200, 1800, 2400, 3000],
      p50: [null, 4, null, null, 6, null],
      p95: [null, 8, null, null, 12, null],
    });
  });

  test("whole hours are where they are, though the time begins within one", () => {
    const latency = { step_seconds: 3600, points: [point(60, 4), point(180, 5)] };
    const found = latenciesOf({ from: at(20), to: at(200), latency });
    expect(found.times).toEqual([0, 3600, 7200, 10_800]);
    expect(found.p50).toEqual([null, 4, null, 5]);
  });
});
