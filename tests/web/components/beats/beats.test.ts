import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { toBeatState, type Beat } from "../../../../src/web/api/beats";
import { BEAT, beatAt, shapesOf } from "../../../../src/web/components/beats/bar-shapes";
import { describeBeat, lookOf, summariseBeats } from "../../../../src/web/components/beats/beats";

const beat = (changes: Partial<Beat> = {}): Beat => ({
  state: "up",
  at: null,
  latencyMs: null,
  isHealthy: null,
  ...changes,
});
const AT = "2026-11-23T13:02:10.250Z";

beforeAll(() => {
  // What is longer ago than a year is written with it.
  setSystemTime(new Date("2026-11-23T14:00:00Z"));
});
afterAll(() => {
  setSystemTime();
});

describe("the words of a beat", () => {
  test("its time to the second, what was found, and how long that took", () => {
    const text = describeBeat(beat({ at: AT, latencyMs: 0.42 }));
    expect(text).toMatch(/^2[34] Nov \d\d:\d\d:10: up, 0\.42 ms$/);
  });

  test("an answer of what shall be off is said to be one, and so is a silence that is wanted", () => {
    expect(describeBeat(beat({ isHealthy: false }))).toBe("up, but expected to be down");
    expect(describeBeat(beat({ state: "down", isHealthy: true }))).toBe("down, as expected");
  });

  test("a summary counts them, the most first, and tells the newest", () => {
    const beats = [beat(), beat({ state: "down" }), beat({ latencyMs: 12 })];
    expect(summariseBeats(beats)).toBe("Last 3 checks: 2 up; 1 down. Newest: up, 12 ms");
    expect(summariseBeats([])).toBe("No check yet");
  });

  test("the API's older words are read, and what is not known is not called down", () => {
    expect(["online", "offline", "paused", "nonsense"].map(toBeatState)).toEqual([
      "up",
      "down",
      "paused",
      "unknown",
    ]);
  });
});

describe("the bar", () => {
  test("one path for each look, trouble taller than what is well", () => {
    const shapes = shapesOf([beat(), beat({ state: "down" }), beat()], 3);
    expect(shapes.map(({ look }) => look)).toEqual(["up", "down"]);
    expect(shapes[0]?.path.match(/M/g)).toHaveLength(2);
    expect(shapes[1]?.path).toContain(`v-${BEAT.height}`);
    expect(shapes[0]?.path).not.toContain(`v-${BEAT.height}`);
  });

  test("an unexpected answer looks neither like up nor like down", () => {
    expect(lookOf(beat({ isHealthy: false }))).toBe("odd");
  });

  test("the newest stands at the right edge, however few there are", () => {
    const [shape] = shapesOf([beat()], 50);
    expect(shape?.path).toStartWith(`M${49 * BEAT.pitch} `);
  });

  test("only the newest are drawn where there are more than places", () => {
    const beats = [beat({ state: "down" }), beat(), beat()];
    expect(shapesOf(beats, 2).map(({ look }) => look)).toEqual(["up"]);
  });

  test("the pointer finds the beat that it is over, at any scale, and none where there is none", () => {
    const beats = [beat(), beat(), beat()];
    const at = (pixels: number, scale = 1) => beatAt(beats, { pixels, places: 5, scale });
    expect(at(2 * BEAT.pitch)).toBe(0);
    expect(at(4.5 * BEAT.pitch)).toBe(2);
    expect(at(9 * BEAT.pitch, 2)).toBe(2);
    expect([at(1.5 * BEAT.pitch), at(5 * BEAT.pitch), at(-1)]).toEqual([undefined, undefined, undefined]);
    expect(beatAt([], { pixels: 3, places: 5 })).toBeUndefined();
  });

  test("of more beats than places the pointer finds those that are drawn", () => {
    const beats = [beat(), beat(), beat()];
    expect(beatAt(beats, { pixels: 1, places: 2 })).toBe(1);
  });
});
