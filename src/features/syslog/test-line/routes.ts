import { actorOf } from "#features/audit";
import { route, type Route } from "#platform/http/route";
import { TestLine } from "./models";
import { sendTestLine, type TestLineTarget } from "./service";

export function testLineRoutes(ctx: { engine: TestLineTarget }): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/syslog/test-line",
        tag: "syslog",
        summary: "Send a line to the service's own syslog listener, and store it like any other",
        access: "superadmin",
        isTryable: true,
        outside: "a line is sent to the service's own syslog listener, and stored",
        response: TestLine,
        replay: "refused",
        refusals: {
          409: "No listener without TLS is open, or SYSLOG_SENDER_ALLOWLIST keeps this machine out",
          503: "The line cannot be sent to the listener",
        },
      },
      (request) =>
        request.outside("send a line to the service's own syslog listener", () =>
          sendTestLine({ ...ctx, actor: actorOf(request) }),
        ),
    ),
  ];
}
