import { setDefaultTimeout, test } from "bun:test";
import { expectNoticesAfterKills } from "../support/alert-kills";
import { patient } from "../support/patience";

setDefaultTimeout(patient(180_000));

test("kill -9 at any moment between a cause and its delivery: each notice comes, under one id", () =>
  expectNoticesAfterKills(3));
