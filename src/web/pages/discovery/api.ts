import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { pollEvery } from "../../api/polling";
import { FRESH } from "../../api/query-client";
import type { DiscoverySearch } from "./search";

export type Scan = Model<"DiscoveryScanRead">;
export type Host = Model<"DiscoveryHost">;
export type Observation = Model<"DiscoveryObservationRead">;
export type Schedule = Model<"DiscoveryScheduleRead">;
export type BulkAction = Model<"DiscoveryObservationBulkRequest">["action"];

const KEY = ["discovery"];
const POLL_MS = { running: 1500, quiet: 15_000 };
const ASYNC = { header: { Prefer: "respond-async" } };

export function isRunning({ status }: Pick<Scan, "status">): boolean {
  return status === "running";
}

/** The latest scans without what they found; asked for again and again, as schedules begin scans too. */
export const scansQuery = () =>
  queryOptions({
    queryKey: [...KEY, "scans"],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/discovery/scans", { params: { query: { include_results: false } }, signal })),
    refetchInterval: (query) =>
      pollEvery(query.state.data?.some(isRunning) ? POLL_MS.running : POLL_MS.quiet)(query),
  });

/** One scan with what it found, so far while it runs. */
export const scanQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, "scan", id],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/discovery/scans/{scan_id}", { params: { path: { scan_id: id } }, signal })),
    refetchInterval: (query) =>
      query.state.data !== undefined && isRunning(query.state.data)
        ? pollEvery(POLL_MS.running)(query)
        : false,
  });

/** What can look for hosts there. */
export const enginesQuery = () =>
  queryOptions({
    queryKey: [...KEY, "engines"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/discovery/engines", { signal })),
    staleTime: FRESH.lists,
  });

type Estimated = Required<Model<"DiscoveryEstimateRequest">>;

/** What a scan would be; a text that is no target fails with what is wrong with it. */
export const estimateQuery = (body: Estimated) =>
  queryOptions({
    queryKey: [...KEY, "estimate", body],
    queryFn: ({ signal }) => answerOf(api.POST("/api/v1/discovery/estimate", { body, signal })),
    enabled: body.target !== "",
    retry: false,
    placeholderData: keepPreviousData,
  });

export const observationsQuery = ({ status, type, schedule }: DiscoverySearch) =>
  queryOptions({
    queryKey: [...KEY, "observations", { status, type, schedule }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/discovery/observations", {
          params: {
            query: {
              status_filter: status ?? "open",
              ...(type !== undefined && { observation_type: type }),
              ...(schedule !== undefined && { schedule_id: schedule }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS.quiet),
  });

export const schedulesQuery = () =>
  queryOptions({
    queryKey: [...KEY, "schedules"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/discovery/schedules", { signal })),
    refetchInterval: (query) =>
      pollEvery(
        query.state.data?.some(({ running_scan_id: running }) => running !== null)
          ? POLL_MS.running
          : POLL_MS.quiet,
      )(query),
  });

/** Begins a scan and gives its id; it goes on by itself. */
export async function startScan(body: Model<"DiscoveryStart">): Promise<number> {
  return scanIdOf(await answerOf(api.POST("/api/v1/discovery/scans", { params: ASYNC, body })));
}

/** Of the operation's link, or of a scan that has ended already. */
function scanIdOf(answer: Scan | Model<"Operation">): number {
  if ("result_count" in answer) return answer.id;
  const id = Number(answer.result_link?.split("/").at(-1));
  if (!Number.isSafeInteger(id)) throw new Error("our bug: a scan without a link");
  return id;
}

function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export const useStartScan = () => useChange(startScan);

export const useCancelScan = () =>
  useChange((id: number) =>
    answerOf(api.POST("/api/v1/discovery/scans/{scan_id}/cancel", { params: { path: { scan_id: id } } })),
  );

export const useDeleteScan = () =>
  useChange((id: number) =>
    answerOf(api.DELETE("/api/v1/discovery/scans/{scan_id}", { params: { path: { scan_id: id } } })),
  );

/** Puts hosts into the inventory, all of whose lists are old then. */
export function useImportHosts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Model<"DiscoveryImportRequest">) =>
      answerOf(api.POST("/api/v1/discovery/import", { body })),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: KEY }),
        queries.invalidateQueries({ queryKey: ["inventory"] }),
      ]),
  });
}

export const useTriage = () =>
  useChange((body: Model<"DiscoveryObservationBulkRequest">) =>
    answerOf(api.POST("/api/v1/discovery/observations/bulk", { body })),
  );

export const useRunNow = () =>
  useChange(async (id: number) =>
    scanIdOf(
      await answerOf(
        api.POST("/api/v1/discovery/schedules/{schedule_id}/run", {
          params: { path: { schedule_id: id }, ...ASYNC },
        }),
      ),
    ),
  );

type ScheduleChange = { id: number | undefined; schedule: Model<"DiscoveryScheduleUpdate"> };

export const useChangeSchedule = () => useChange(changeSchedule);

export function changeSchedule({ id = 0, schedule }: ScheduleChange) {
  return answerOf(
    api.PATCH("/api/v1/discovery/schedules/{schedule_id}", {
      params: { path: { schedule_id: id } },
      body: schedule,
    }),
  );
}

export const createSchedule = (body: Model<"DiscoveryScheduleCreate">) =>
  answerOf(api.POST("/api/v1/discovery/schedules", { body }));

export const forgetSchedules = [...KEY, "schedules"];

export const useDeleteSchedule = () =>
  useChange((id: number) =>
    answerOf(
      api.DELETE("/api/v1/discovery/schedules/{schedule_id}", { params: { path: { schedule_id: id } } }),
    ),
  );
