import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { RequestFailure } from "../../api/request-failure";
import { ifMatch, versionOf, type Version } from "../../api/version";
import type { Check } from "./values";

export const checkQuery = (id: number) =>
  queryOptions({
    queryKey: ["check-form", "detail", id],
    queryFn: ({ signal }) =>
      versionOf(
        api.GET("/api/v1/monitoring/service-checks/{target_id}", {
          params: { path: { target_id: id } },
          signal,
        }),
      ),
    // A form is filled once: what changes meanwhile is met when it is saved.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const FOUND = 20;

/** Devices to choose from, by what was typed. */
export const foundDevicesQuery = (text: string) =>
  queryOptions({
    queryKey: ["check-form", "devices", text],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices", {
          params: { query: { sort: "name", limit: FOUND, ...(text !== "" && { search: text }) } },
          signal,
        }),
      ),
  });

/** The same `key` sent twice adds it once. */
export function addCheck(body: Model<"PortTargetCreate">, key: string): Promise<Check> {
  return withKnownDevice(() =>
    answerOf(
      api.POST("/api/v1/monitoring/service-checks", {
        params: { header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  );
}

/** Changes a check as it was read; a 412 says that it is another by now. */
export function changeCheck({ thing, tag }: Version<Check>, body: Model<"PortTargetUpdate">): Promise<Check> {
  return withKnownDevice(() =>
    answerOf(
      api.PATCH("/api/v1/monitoring/service-checks/{target_id}", {
        params: { path: { target_id: thing.id }, header: ifMatch(tag) },
        body,
      }),
    ),
  );
}

/** The form has its own words for who a check is of: a device that is gone stands at its field. */
async function withKnownDevice(send: () => Promise<Check>): Promise<Check> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 404) throw error;
    const message = "There is no such device any more";
    throw new RequestFailure({
      status: 422,
      message,
      fields: [{ path: ["device_id"], message }],
      cause: error,
    });
  }
}
