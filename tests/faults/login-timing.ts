import { expect, test } from "bun:test";
import { compareLogins } from "../support/login-timing";

const SAMPLES = 200;
const TOLERANCE = 0.1;
/** A disturbed series is measured again; an oracle shows in each. */
const SERIES = 3;

test(`fault 32: ${SAMPLES} logins with a known and ${SAMPLES} with an unknown name differ neither in the answer nor by a tenth of the time`, async () => {
  let last = 0;
  for (let series = 0; series < SERIES; series++) {
    const { answers, ratio } = await compareLogins(SAMPLES);
    expect(answers).toEqual([[expect.stringMatching(/^401 /)], answers[0] ?? []]);
    last = ratio;
    if (Math.abs(ratio - 1) < TOLERANCE) break;
  }
  expect(last).toBeWithin(1 - TOLERANCE, 1 + TOLERANCE);
}, 600_000);
