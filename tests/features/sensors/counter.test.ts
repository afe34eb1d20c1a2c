import { expect, test } from "bun:test";
import { rateOf, type OwnSensor } from "../../../src/features/sensors/read/own";

const AT = new Date("2026-03-01T00:05:00.000Z");
const SENSOR: OwnSensor = {
  id: 1,
  oid: "1.3",
  kind: "counter",
  factor: 8,
  divisor: 1,
  counter: 1000n,
  counterUpTime: 500,
  readAt: new Date("2026-03-01T00:00:00.000Z"),
  updatedAt: new Date("2026-02-28T00:00:00.000Z"),
};

function rate(number: bigint | number, type = "Counter32", given: Partial<OwnSensor> = {}, upTime = 30_500) {
  return rateOf({ ...SENSOR, ...given }, { number, type }, { at: AT, upTime }).value;
}

test("a counter's value is what it grew by in a second, with its factor", () => expect(rate(1300n)).toBe(8));

test("one of 32 bits may go around; one of 64 bits that becomes smaller began anew", () => {
  expect(rate(50n, "Counter32", { counter: 4_294_967_246n })).toBeCloseTo((100 / 300) * 8, 6);
  expect(rate(50n, "Counter64", { counter: 4_294_967_246n })).toBeNull();
  expect(rate(3_000_000_000n, "Counter32", { counter: 3_100_000_000n })).toBeNull();
});

test("the first poll, an agent that began anew, a long gap and what is no counter have no rate", () => {
  expect(rate(1300n, "Counter32", { counter: null, readAt: null })).toBeNull();
  expect(rate(1300n, "Counter32", {}, 400)).toBeNull();
  expect(rate(1300n, "Counter32", { readAt: new Date("2026-02-28T22:00:00.000Z") })).toBeNull();
  expect(rate(1.5, "Float")).toBeNull();
});
