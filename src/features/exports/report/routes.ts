import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { answerBegun, Operation } from "#features/operations";
import { requires } from "#features/users";
import { prefersAsync } from "#platform/http/prefer";
import { route, type Route } from "#platform/http/route";
import { ReportDesk, type DeskOptions } from "./desk";
import { readKeptReport } from "./kept";
import { ReportQuery } from "./models";

const PDF = "application/pdf";
const ACCESS = { method: "get", tag: "exports", access: requires("report_export") } as const;

export function reportRoutes(options: DeskOptions): Route[] {
  const desk = new ReportDesk(options);
  return [printRoute(options, desk), keptRoute(options)];
}

function printRoute({ db, log }: DeskOptions, desk: ReportDesk): Route {
  return route(
    {
      ...ACCESS,
      produces: [PDF],
      path: "/api/v1/exports/report.pdf",
      summary: "The state of the network over a time, as a PDF file for people",
      description:
        "Availability, incidents, inventory, addresses, certificates and the map; events where the caller may see them. Long lists are cut, " +
        "and say how much is left. The answer comes when the file is whole; who leaves before ends the work.",
      query: ReportQuery,
      accepted: Operation,
      refusals: {
        429: "Too many of the caller's reports are waiting",
        503: "The report's turn did not come in time, or the service stops",
      },
    },
    async (request) => {
      const { query, caller, context, signal } = request;
      const asked = { query, caller, actor: actorOf(request), now: new Date() };
      if (prefersAsync(context))
        return answerBegun({ db, log }, context, (begun) => desk.printBehind(asked, begun));
      context.env.keepOpen?.();
      return answerFile(await desk.print(asked, signal));
    },
  );
}

function keptRoute({ db }: DeskOptions): Route {
  return route(
    {
      ...ACCESS,
      produces: [PDF],
      path: "/api/v1/exports/reports/{operation_id}",
      summary: "A report of the caller's own that was made with `Prefer: respond-async`",
      description: "The last 10 of a user are kept, for 7 days.",
      params: z.object({ operation_id: z.uuid() }),
      refusals: {
        404: "There is no report of an operation of that id of the caller, or it is no longer kept",
      },
    },
    async ({ params, caller }) =>
      answerFile(await readKeptReport(db, { operationId: params.operation_id, userId: caller.userId })),
  );
}

function answerFile(file: Uint8Array<ArrayBuffer>): Response {
  return new Response(file, {
    headers: {
      "Content-Type": PDF,
      "Content-Disposition": 'attachment; filename="netatlas-network-report.pdf"',
    },
  });
}
