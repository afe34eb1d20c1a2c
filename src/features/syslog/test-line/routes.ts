import { actorOf } from "#features/audit";
import { route, type Route } from "#platform/http/route";
import { TestLine, TestLineQuery } from "./models";
import { sendTestLine, type TestLineContext } from "./service";

export function testLineRoutes(ctx: TestLineContext): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/syslog/test-line",
        tag: "syslog",
        summary: "Send a line to the service's own syslog listener, and store it like any other",
        description:
          "The process that receives sends it to itself, whichever process is asked, so that no address has to lead from one to the other's listener.",
        access: "superadmin",
        isTryable: true,
        outside: "a line is sent to the service's own syslog listener, and stored",
        query: TestLineQuery,
        response: TestLine,
        replay: "refused",
        refusals: {
          404: "No process that runs has this collector",
          409: "No listener without TLS is open, or SYSLOG_SENDER_ALLOWLIST keeps its machine out",
          503: "The line cannot be sent to the listener, or the process that has it does not answer",
        },
      },
      (request) =>
        request.outside("send a line to the service's own syslog listener", () =>
          sendTestLine({ ...ctx, actor: actorOf(request) }, request.query.collector),
        ),
    ),
  ];
}
