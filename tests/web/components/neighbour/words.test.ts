import { expect, test } from "bun:test";
import { chassisText } from "../../../../src/web/components/neighbour/words";

test.each([
  ["02:4E:14:0A:00:51", "02:4e:14:0a:00:51"],
  ["02-4E-14-0A-00-51", "02:4e:14:0a:00:51"],
  ["Edge Switch 7", "Edge Switch 7"],
  ["192.0.2.7", "192.0.2.7"],
])("what tells a neighbour apart, %s, is written %s", (chassis, text) => {
  expect(chassisText(chassis)).toBe(text);
});
