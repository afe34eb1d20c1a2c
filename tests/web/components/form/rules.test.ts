import { expect, test } from "bun:test";
import { array, assert, constantFrom, property } from "fast-check";
import { AdminCreate } from "../../../../src/features/users/models";
import { USER_NAME_HINT, userNameRule } from "../../../../src/web/components/form/rules";

const isTakenByService = (username: string) =>
  AdminCreate.safeParse({ username, password: "a long enough one" }).success;

test.each([
  ["bob", true],
  ["al", false],
  ["a".repeat(80), true],
  ["a".repeat(81), false],
  ["first.last_2-b", true],
  ["...", true],
  ["bob smith", false],
  [" bob", false],
  ["bob\n", false],
  ["bob@example.com", false],
  ["jürgen", false],
  ["bоb", false],
  ["", false],
])("as a user name %j is taken: %p, by the form and by the service", (username, isTaken) => {
  expect(userNameRule(username)).toBe(isTaken ? null : USER_NAME_HINT);
  expect(isTakenByService(username)).toBe(isTaken);
});

test("a form takes the user names that the service takes, and no others", () => {
  const units = ["a", "Z", "0", "_", ".", "-", " ", "\n", "@", "é", "е", "/", "\u200b", "x".repeat(38)];
  const text = array(constantFrom(...units), { maxLength: 6 }).map((parts) => parts.join(""));
  assert(
    property(text, (name) => (userNameRule(name) === null) === isTakenByService(name)),
    { seed: 4, numRuns: 3000 },
  );
});
