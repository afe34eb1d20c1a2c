import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import type { Monitor } from "../../api/monitoring";
import { RequestFailure } from "../../api/request-failure";
import { ifMatch, versionOf, type Version } from "../../api/version";

export const monitorQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitor-form", "detail", id],
    queryFn: ({ signal }) =>
      versionOf(api.GET("/api/v1/monitors/{monitor_id}", { params: { path: { monitor_id: id } }, signal })),
    // A form is filled once: what changes meanwhile is met when it is saved.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The same `key` sent twice adds it once. */
export function addMonitor(body: Model<"MonitorCreate">, key: string): Promise<Monitor> {
  return atOneField(() =>
    answerOf(api.POST("/api/v1/monitors", { params: { header: { "Idempotency-Key": key } }, body })),
  );
}

/** Changes a monitor as it was read; a 412 says that it is another by now. */
export function changeMonitor(
  { thing, tag }: Version<Monitor>,
  body: Model<"MonitorUpdate">,
): Promise<Monitor> {
  return atOneField(() =>
    answerOf(
      api.PATCH("/api/v1/monitors/{monitor_id}", {
        params: { path: { monitor_id: thing.id }, header: ifMatch(tag) },
        body,
      }),
    ),
  );
}

/** What is wrong with one tag or one header stands at the text of all of them. */
export async function atOneField<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.fields.length === 0) throw error;
    const { status, message, requestId, retryAfter } = error;
    const fields = error.fields.map(({ path, message: text }) => ({ path: path.slice(0, 1), message: text }));
    throw new RequestFailure({ status, message, requestId, retryAfter, fields, cause: error });
  }
}

export type TrialResult = Model<"MonitorTestResult">;

/** Asks once and now; of a stored monitor by the secrets that are set. */
export function tryMonitor(body: Model<"MonitorTestRequest">, signal: AbortSignal): Promise<TrialResult> {
  return atOneField(() => answerOf(api.POST("/api/v1/monitors/test", { body, signal })));
}
