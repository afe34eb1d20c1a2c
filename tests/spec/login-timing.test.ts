import { expect, test } from "bun:test";
import { compareLogins } from "../support/login-timing";

/**
 * A sample of `bun run test:faults login-timing`: a login without its hash, which takes no time, shows in it as well.
 */
test("fault 32: known and unknown names get the same answer, after as long", async () => {
  const { answers, ratio } = await compareLogins(25);
  expect(answers).toEqual([[expect.stringMatching(/^401 /)], answers[0] ?? []]);
  expect(ratio).toBeWithin(0.7, 1.4);
});
