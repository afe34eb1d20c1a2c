import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../../api/client";
import { pollEvery } from "../../../api/polling";
import { viewerZone } from "../../../format/time";

export type ReportOperation = Model<"Operation">;
export type Paper = "A4" | "Letter";

const POLL_MS = 500;

/** Begins a report of the last days; it goes on by itself. Times are printed on the viewer's clock. */
export async function startReport({ days, paper }: { days: number; paper: Paper }): Promise<ReportOperation> {
  const answer = await answerOf(
    api.GET("/api/v1/exports/report.pdf", {
      params: {
        query: { days, paper, time_zone: viewerZone() },
        header: { Prefer: "respond-async" },
      },
    }),
  );
  return operationOf(answer);
}

/** Other answers than JSON, which were not asked for, have no more type than a text. */
function operationOf(answer: ReportOperation | string): ReportOperation {
  if (typeof answer === "string") throw new Error("our bug: no operation was answered");
  return answer;
}

/** How far a report is; asked for again and again until it has ended. */
export const reportQuery = (begun: ReportOperation) =>
  queryOptions({
    queryKey: ["operations", "one", begun.id],
    queryFn: async ({ signal }) => {
      const params = { path: { operation_id: begun.id } };
      return operationOf(await answerOf(api.GET("/api/v1/operations/{operation_id}", { params, signal })));
    },
    initialData: begun,
    refetchInterval: (query) => (query.state.data?.state === "running" ? pollEvery(POLL_MS)(query) : false),
  });

export function cancelReport({ id }: ReportOperation): Promise<unknown> {
  return answerOf(
    api.DELETE("/api/v1/operations/{operation_id}", { params: { path: { operation_id: id } } }),
  );
}
