import { expect, test } from "bun:test";
import {
  toldWords,
  unknownWords,
  type Rehearsal,
} from "../../../../../src/web/pages/alert-rule-form/trials/rehearsal-words";

const GIVEN: Rehearsal = {
  from: "2026-11-18T12:00:00Z",
  to: "2026-11-25T12:00:00Z",
  coverage: "full",
  known_from: null,
  reason: null,
  is_complete: true,
  unknown_fields: [],
  things: { total: 2000, looked_at: 2000 },
  totals: { alerts: 12, ended: 10, incidents: 1 },
  notices: [
    { target: "ntfy", count: 1 },
    { target: "profile:3", count: 1200 },
  ],
  days: [],
  alerts: [],
};
const told = (fields: Partial<Rehearsal>) => toldWords({ ...GIVEN, ...fields }, (target) => `<${target}>`);

const WORDS: [Partial<Rehearsal>, string][] = [
  [
    {},
    "It would have found 12 alerts in 1 incident, and sent 1 message to <ntfy> and 1,200 messages to <profile:3>.",
  ],
  [{ notices: [] }, "It would have found 12 alerts in 1 incident, and told nobody."],
  [
    { totals: { alerts: 1, ended: 0, incidents: 0 }, notices: [{ target: "ntfy", count: 1 }] },
    "It would have found 1 alert, and sent 1 message to <ntfy>.",
  ],
  [{ totals: { alerts: 0, ended: 0, incidents: 0 } }, "It would have told nothing."],
  [{ coverage: "none" }, "What it would have told cannot be said."],
];

test.each(WORDS)("what a rule would have told is a sentence: %#", (fields, sentence) => {
  expect(told(fields)).toBe(sentence);
});

test("what is not known stands below it, a sentence each", () => {
  expect(unknownWords(GIVEN)).toEqual([]);
  const lacking = {
    ...GIVEN,
    known_from: "2026-11-20T12:00:00Z",
    reason: "How full the disks were is not kept",
    is_complete: false,
    things: { total: 2000, looked_at: 364 },
  };
  const [since, ...rest] = unknownWords(lacking, Date.parse("2026-11-25T12:00:00Z"));
  expect(since).toMatch(/^Nothing is known of the time before 2[01] Nov \d\d:\d\d\.$/);
  expect(rest).toEqual([
    "How full the disks were is not kept.",
    "It took too long: 364 of 2,000 were looked at.",
  ]);
});
