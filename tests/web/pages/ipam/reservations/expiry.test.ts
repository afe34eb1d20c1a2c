import { expect, test } from "bun:test";
import { fromPickerValue, toPickerValue } from "../../../../../src/web/pages/ipam/reservations/expiry";

test("a picker shows the moment that was chosen, to the minute", () => {
  expect(fromPickerValue(toPickerValue("2026-11-20T16:12:00.000Z"))).toBe("2026-11-20T16:12:00.000Z");
});

test("an empty picker means never, and so does what is no time", () => {
  expect([toPickerValue(null), fromPickerValue(""), fromPickerValue("soon")]).toEqual(["", null, null]);
});
