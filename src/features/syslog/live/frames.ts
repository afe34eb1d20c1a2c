import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { ApiError, invalid, type ValidationIssue } from "#platform/errors";
import { toValidationIssues } from "#platform/http/issues";
import { parseJsonBody } from "#platform/http/json-body";
import { searchFilters } from "../search/models";
import { compileFilters } from "../query/compile";
import { compileDevice } from "../query/device";
import type { Predicate } from "../query/predicate";
import { positionField, type LivePosition } from "./position";

/** The filters of live events: those of a search but for its window of time, sorting and paging. */
export const LiveFilters = z.object(searchFilters);
type LiveFilters = z.output<typeof LiveFilters>;

/**
 * A device's addresses are those of now.
 * @throws ApiError 400 where a filter cannot have its value, 422 where a term of `q` cannot, or where there is no such
 * device.
 */
export async function compileLiveFilters(db: Db, filters: LiveFilters): Promise<Predicate> {
  const { device_id: deviceId, ...rest } = filters;
  const { conditions } = compileFilters(rest);
  return {
    conditions: deviceId === undefined ? conditions : [...conditions, await compileDevice(db, deviceId)],
  };
}

const ClientFrame = z.object({
  v: z.literal(1),
  /** Replaces the filter; what was selected by the old one and not sent yet is not sent. */
  filter: LiveFilters.optional(),
  /** Goes on behind this position instead of now. */
  resume: positionField.optional(),
  /** A fresh access token. */
  token: z.string().max(8192).optional(),
  /** Whether something comes every 2 seconds, so that a client knows of a service that stands still. */
  beat: z.boolean().optional(),
});

/** What a client of the extended protocol asks for. */
export type ClientRequest = {
  filters: LiveFilters | undefined;
  resume: LivePosition | undefined;
  token: string | undefined;
  beat: boolean | undefined;
};

/** Of any version. */
const FrameOfVersion = z.looseObject({ v: z.unknown().refine((version) => version !== undefined) });

/** Whether a frame behind the token is of the extended protocol, right or wrong. */
export function isControlFrame(text: string): boolean {
  try {
    return FrameOfVersion.safeParse(JSON.parse(text)).success;
  } catch {
    // No JSON: what it begins with tells.
    return /^\s*\{\s*"v"\s*:/.test(text);
  }
}

/** Reads a control frame. @throws ApiError 400 or 422 with what is wrong with it. */
export function readClientFrame(text: string): ClientRequest {
  const value = parseJsonBody(text);
  const result = ClientFrame.safeParse(value);
  if (!result.success) throw invalid(toValidationIssues(result.error, "body", value));
  const { filter, resume, token, beat } = result.data;
  return { filters: filter, resume, token, beat };
}

/** A text frame that the extended protocol's client gets beside its events, which have no `v`. */
export type ControlFrame =
  /** `beat_seconds`: so often something comes; absent: the client has not asked for it. */
  | { type: "subscribed"; position: LivePosition; beat_seconds?: number }
  | { type: "position"; position: LivePosition }
  /** So many events were left out before the position. */
  | { type: "skipped"; count: number; position: LivePosition }
  /** Another process's collector cannot be reached (its events are missing), or can be again (they come then). */
  | { type: "collector"; collector: string; reached: boolean }
  | { type: "error"; detail: string | ValidationIssue[] };

export function writeControlFrame(frame: ControlFrame): string {
  const position = "position" in frame ? { position: Object.fromEntries(frame.position) } : {};
  return JSON.stringify({ v: 1, ...frame, ...position });
}

/** What a client may be told of an error; undefined: it is ours. */
export function detailOf(error: unknown): ApiError["detail"] | undefined {
  return error instanceof ApiError ? error.detail : undefined;
}
