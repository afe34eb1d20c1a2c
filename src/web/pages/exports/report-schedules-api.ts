import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { pollEvery } from "../../api/polling";

export type ReportSchedule = Model<"ReportScheduleRead">;

export const SCHEDULES_KEY = ["exports", "report-schedules"];
/** Mails go out behind the run. */
const POLL_MS = 5000;

export const reportSchedulesQuery = () =>
  queryOptions({
    queryKey: SCHEDULES_KEY,
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/exports/report-schedules", { signal })),
    refetchInterval: (query) => {
      const mails = query.state.data?.flatMap(({ last_mails: some }) => some) ?? [];
      return mails.some(({ state }) => state === "waiting") ? pollEvery(POLL_MS)(query) : false;
    },
  });

export const createReportSchedule = (body: Model<"ReportScheduleCreate">) =>
  answerOf(api.POST("/api/v1/exports/report-schedules", { body }));

const pathOf = (id: number) => ({ path: { report_schedule_id: id } });

type Change = { id: number; schedule: Model<"ReportScheduleUpdate"> };

export const changeReportSchedule = ({ id, schedule }: Change) =>
  answerOf(
    api.PATCH("/api/v1/exports/report-schedules/{report_schedule_id}", {
      params: pathOf(id),
      body: schedule,
    }),
  );

function useRenewing<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: SCHEDULES_KEY }),
  });
}

export const useChangeReportSchedule = () => useRenewing(changeReportSchedule);

export const useRunReportSchedule = () =>
  useRenewing((id: number) =>
    answerOf(api.POST("/api/v1/exports/report-schedules/{report_schedule_id}/run", { params: pathOf(id) })),
  );

export const useDeleteReportSchedule = () =>
  useRenewing((id: number) =>
    answerOf(api.DELETE("/api/v1/exports/report-schedules/{report_schedule_id}", { params: pathOf(id) })),
  );
