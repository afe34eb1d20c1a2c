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

/** The same `key` sent twice adds it once. */
export function addCheck(body: Model<"PortTargetCreate">, key: string): Promise<Check> {
  return atOwnFields(() =>
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
  return atOwnFields(() =>
    answerOf(
      api.PATCH("/api/v1/monitoring/service-checks/{target_id}", {
        params: { path: { target_id: thing.id }, header: ifMatch(tag) },
        body,
      }),
    ),
  );
}

/** The form has its own words for who a check is of: what is gone, or refused, stands at the field that names it. */
async function atOwnFields(send: () => Promise<Check>): Promise<Check> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.status === 404) throw atField(error, GONE.get(error.message) ?? OTHER_GONE);
    const refused = error.fields.find(({ path }) => path[0] === "scope");
    throw refused === undefined ? error : atField(error, { field: "things", message: refused.message });
  }
}

type AtField = { field: string; message: string };

const OTHER_GONE: AtField = { field: "device_id", message: "There is no such device any more" };
const GONE: ReadonlyMap<string, AtField> = new Map([
  ["Group not found", { field: "things", message: "One of the groups is not there any more" }],
  ["Site not found", { field: "things", message: "One of the sites is not there any more" }],
]);

function atField(cause: RequestFailure, { field, message }: AtField): RequestFailure {
  return new RequestFailure({ status: 422, message, fields: [{ path: [field], message }], cause });
}
