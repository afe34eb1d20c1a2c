import { expect, test } from "bun:test";
import {
  endOf,
  fitting,
  SILENCE_RULES,
  toSilence,
  type SilencedThing,
  type SilenceValues,
} from "../../../../src/web/pages/alerts/silence-values";

const values = (changes: Partial<SilenceValues> = {}): SilenceValues => ({
  reason: " Works ",
  length: "1",
  ends_at: "",
  things: [],
  rules: [],
  ...changes,
});

test("it ends after some hours, tomorrow at eight, or when is said", () => {
  const now = new Date(2026, 10, 24, 17, 30);
  expect(endOf(values({ length: "4" }), now)).toEqual(new Date(2026, 10, 24, 21, 30));
  expect(endOf(values({ length: "morning" }), now)).toEqual(new Date(2026, 10, 25, 8));
  expect(endOf(values({ length: "until", ends_at: "2026-11-30T09:15" }), now)).toEqual(
    new Date(2026, 10, 30, 9, 15),
  );
  expect(endOf(values({ length: "until" }), now)).toBeUndefined();
});

test("an end that is missing or past is refused, and a reason is asked for", () => {
  expect(SILENCE_RULES.ends_at("", values({ length: "until" }))).toBe("When it ends is missing");
  expect(SILENCE_RULES.ends_at("", values({ length: "until", ends_at: "2020-01-01T00:00" }))).not.toBeNull();
  expect(SILENCE_RULES.ends_at("", values())).toBeNull();
  expect(SILENCE_RULES.reason(" ")).not.toBeNull();
});

const device: SilencedThing = { kind: "device", id: 7, name: "core-1" };
const tag: SilencedThing = { kind: "tag", id: null, name: "shop" };

test("it names devices, or what they have in common", () => {
  expect(toSilence(values({ things: [device], rules: [{ id: 3, name: "Down" }] }))).toMatchObject({
    reason: "Works",
    rule_ids: [3],
    device_ids: [7],
    scope: null,
  });
  expect(toSilence(values({ things: [tag] }))).toMatchObject({ device_ids: [], scope: { tags: ["shop"] } });
});

test("what does not go with what is chosen is not offered", () => {
  expect(fitting([device, tag], [])).toEqual([device, tag]);
  expect(fitting([device, tag], [device])).toEqual([device]);
  expect(fitting([device, tag], [tag])).toEqual([tag]);
});
