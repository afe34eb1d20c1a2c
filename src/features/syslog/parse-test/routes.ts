import { requires } from "#features/users";
import { QUESTION } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import { ParseTest, ParseTestResult } from "./models";
import { type ParseTestContext, testParsing } from "./service";

/** 1,000 lines of the usual greatest length fill half of it. */
const BODY_BYTES = 16 * 1024 * 1024;

export function parseTestRoutes(ctx: ParseTestContext): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/syslog/parse-test",
        tag: "syslog",
        summary: "Show what lines would become; nothing is stored",
        description:
          "The lines go through the code that received messages go through, with the same cuts and time zones. " +
          "`parser` is `generic` where nothing recognised the line, `own:` with a name where the own format of that name did, " +
          "and `extracted` where no format did but common names or forms told its fields.",
        access: requires("security_view"),
        noTrial: QUESTION,
        body: ParseTest,
        bodyLimitBytes: BODY_BYTES,
        response: ParseTestResult,
        replay: "refused",
      },
      ({ body, signal }) => testParsing(ctx, body, signal),
    ),
  ];
}
