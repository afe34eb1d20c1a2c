import type { QueryClient } from "@tanstack/react-query";
import { api, isDone, type Model } from "../../api/client";
import { deviceQuery, forgetDevices, type Device } from "../../api/inventory";
import { RequestFailure } from "../../api/request-failure";
import { ifMatch, type Version } from "../../api/version";
import { toasts } from "../../components/toast/toasts";
import { JOINED } from "./values";

export type Saved = { device: Device; warnings: readonly string[] };
type Answer = {
  data?: Model<"DeviceWritten"> | Device | { would_answer: unknown };
  response: Response;
};

/** Adds a device; the same `key` sent twice adds it once. */
export function addDevice(
  body: Model<"DeviceCreate">,
  key: string,
): Promise<Saved & { etag: string | null }> {
  return savedOf(
    api.POST("/api/v1/topology/devices", { params: { header: { "Idempotency-Key": key } }, body }),
  );
}

/** Changes a device as it was read; a 412 says that it is another by now. */
export function changeDevice(
  { thing: device, tag }: Version<Device>,
  body: Model<"DeviceUpdate">,
): Promise<Saved & { etag: string | null }> {
  return savedOf(
    api.PATCH("/api/v1/topology/devices/{device_id}", {
      params: { path: { device_id: device.id }, header: ifMatch(tag) },
      body,
    }),
  );
}

async function savedOf(call: Promise<Answer>): Promise<Saved & { etag: string | null }> {
  try {
    const { data, response } = await call;
    // Unreachable: whatever is no success was thrown by the client's fetch.
    if (data === undefined || !isDone(data)) throw new Error("our bug: a failure that nobody threw");
    return {
      device: data,
      warnings: "warnings" in data ? data.warnings : [],
      etag: response.headers.get("ETag"),
    };
  } catch (error) {
    throw error instanceof RequestFailure ? atJoinedFields(error) : error;
  }
}

/** What is wrong with one tag stands at the text of all tags. */
function atJoinedFields(failure: RequestFailure): RequestFailure {
  const { status, message, requestId, retryAfter, cause } = failure;
  const fields = failure.fields.map(({ path, message: text }) => {
    const [first, ...rest] = path;
    const [row, field, place] = rest;
    if (first === "interfaces" && row !== undefined && field === "ip_addresses" && typeof place === "number")
      return { path: [first, row, field], message: `${place + 1}: ${text}` };
    return typeof first === "string" && JOINED.has(first) && rest.length > 0
      ? { path: [first], message: `${typeof rest[0] === "number" ? rest[0] + 1 : rest[0]}: ${text}` }
      : { path, message: text };
  });
  return new RequestFailure({ status, message, requestId, retryAfter, cause, fields });
}

/** Puts what was saved where pages read it, and tells of what may be a mistake. */
export function keepSaved(queries: QueryClient, saved: Saved & { etag: string | null }): void {
  const { device, etag, warnings } = saved;
  queries.setQueryData(deviceQuery(device.id).queryKey, { device, etag });
  void forgetDevices(queries);
  for (const warning of warnings) toasts.tellError(warning);
}
