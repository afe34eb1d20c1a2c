import { setDefaultTimeout, test } from "bun:test";
import { expectNoticesAfterKills } from "../support/alert-kills";

setDefaultTimeout(3_600_000);

test("100 times kill -9 between a cause and its delivery: each notice comes, under one id", () =>
  expectNoticesAfterKills(100));
