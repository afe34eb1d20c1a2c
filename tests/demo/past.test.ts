import { expect, test } from "bun:test";
import { shareOfPeak } from "../../src/demo/day-rhythm";
import { DATA_CENTRE_DEVICES } from "../../src/demo/data-centre";
import { SCANNER } from "../../src/demo/log-lines";
import { courseOf } from "../../src/demo/past/check-course";
import { planPast } from "../../src/demo/past/course";
import { pastLines } from "../../src/demo/past/lines";
import { createRandom } from "../../src/demo/past/random";
import { DEVICES } from "../../src/demo/plan";
import { parseLine } from "../features/syslog/parse/parse-line";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Wednesday, noon in Berlin. */
const NOON = Date.UTC(2026, 10, 25, 11);
const past = planPast(NOON);

const linesIn = (span: { fromMs: number; toMs: number }) => [
  ...pastLines(past, { random: createRandom(1), span, afterMicros: 0 }),
];

test("a working day is busy, its night is not but for the backups, and a Sunday is quieter", () => {
  const share = (day: number, hour: number) => shareOfPeak(new Date(Date.UTC(2026, 10, day, hour - 1)));
  expect(share(25, 10)).toBeGreaterThan(3 * share(25, 4));
  expect(share(25, 2)).toBeGreaterThan(2 * share(25, 3));
  expect(share(29, 10)).toBeLessThan(share(25, 10) / 2);
});

test("lines of the past rise in time, and the same past has the same lines", () => {
  const span = { fromMs: NOON - 2 * HOUR, toMs: NOON };
  const lines = linesIn(span);
  expect(lines.length).toBeGreaterThan(2 * 60 * 60);
  const times = lines.map(({ receivedAtMicros }) => receivedAtMicros);
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
  const [first = 0, last = 0] = [times[0], times.at(-1)].map((micros = 0) => micros / 1000 - NOON);
  expect(first).toBeWithin(-2 * HOUR, -2 * HOUR + MINUTE);
  expect(last).toBeWithin(-MINUTE, 0);
  expect(linesIn(span)).toEqual(lines);
});

test("the scan of ports is refused, and from one address", () => {
  const probes = linesIn(past.scan).filter(({ line }) => line.includes(SCANNER));
  expect(probes.length).toBeGreaterThan(5000);
  const parsed = parseLine(probes[0]?.line ?? "");
  expect([parsed.srcIp, parsed.verdict]).toEqual([SCANNER, "deny"]);
});

test("a site that is cut off says nothing meanwhile", () => {
  const { fromMs, toMs } = past.cutOff;
  const ofPrague = (span: { fromMs: number; toMs: number }) =>
    linesIn(span).filter(({ sender }) => sender === "127.0.15.2").length;
  expect(ofPrague({ fromMs: fromMs - HOUR, toMs: fromMs })).toBeGreaterThan(0);
  // A minute begins before it, and one ends after it.
  expect(ofPrague({ fromMs: fromMs + MINUTE, toMs: toMs - MINUTE })).toBe(0);
});

test("outages are of things that are there, and over before the demo begins unless they last", () => {
  const names = new Set([...DEVICES, ...DATA_CENTRE_DEVICES].map(({ hostname }) => hostname));
  for (const { subject, behind, fromMs, toMs, isOpen } of past.outages) {
    const named = [...("device" in subject ? [subject.device] : []), ...behind];
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect([fromMs < toMs, isOpen || toMs < NOON]).toEqual([true, true]);
  }
  const leaf = past.outages.find(({ subject }) => "device" in subject && subject.device === "fra-leaf-4");
  expect(leaf?.behind).toEqual(["fra-ups-1", "fra-ups-2", "fra-cam-1", "fra-cam-2"]);
});

test("what was down for a while has that in its hours, its changes and its incidents", () => {
  const outage = past.outages.find(({ toMs, fromMs }) => toMs - fromMs === 40 * MINUTE);
  if (outage === undefined) throw new Error("nothing was down for so long");
  const watched = {
    targetId: 1,
    intervalSeconds: 60,
    isDevice: true,
    days: 30,
    usualMs: 1,
    down: [outage],
    unreachable: [],
    maintained: [],
  };
  const course = courseOf(watched, { past, random: createRandom(1) });
  expect(course.changes.map(({ state }) => state)).toEqual(["up", "down", "up"]);
  expect(course.incidents).toHaveLength(1);
  const downMs = [...course.hours.values()].reduce((sum, { stateMs }) => sum + stateMs.down, 0);
  expect(downMs).toBe(40 * MINUTE);
  const failed = course.results.filter(({ rawStatus }) => rawStatus === "down");
  expect(failed).toHaveLength(40);
  expect(Math.min(...course.hours.keys())).toBe(NOON - 30 * 24 * HOUR);
});
