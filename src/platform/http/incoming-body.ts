import { createHash } from "node:crypto";
import type { Context, HonoRequest } from "hono";
import { ApiError, invalid } from "../errors";
import { SMALL_BODY_BYTES, type BodyBudgets, type BodyClaim } from "./body-budget";
import type { Caller } from "./guard";
import { IDEMPOTENCY_KEY } from "./idempotency";
import { decodeJsonBody, parseJsonBody } from "./json-body";
import { receiveBody, type ReceivedBody } from "./request-body";
import { ANONYMOUS_BODY_BYTES, BODY_TOO_LARGE, DEFAULT_BODY_BYTES, type Route, type Upload } from "./route";
import type { Env } from "./server-app";
import { charsetOf } from "./upload-text";

/** That a body may take however slow it is. */
const RECEIVE_SECONDS = 30;
const MAX_DISCARDED = { anonymous: 1024 * 1024, known: 32 * 1024 * 1024 };

function limitOf({ bodyLimitBytes = DEFAULT_BODY_BYTES }: Route, caller: Caller | undefined): number {
  return caller === undefined ? Math.min(bodyLimitBytes, ANONYMOUS_BODY_BYTES) : bodyLimitBytes;
}

/** The memory that a body of this route takes from. */
export function budgetOf(route: Route, caller: Caller | undefined, budgets: BodyBudgets) {
  const { anonymous, small, large } = budgets;
  if (caller === undefined) return anonymous;
  if (route.bodyBudget !== undefined) return budgets[route.bodyBudget];
  return limitOf(route, caller) <= SMALL_BODY_BYTES ? small : large;
}

/** Whose share of that memory it is. A relay is a key; all others are people, who may have any number of keys. */
export function ownerOf({ bodyBudget }: Route, caller: Caller | undefined): string | undefined {
  if (caller === undefined) return undefined;
  const isRelay = bodyBudget === "relays" && caller.apiKeyId !== null;
  return isRelay ? `key:${caller.apiKeyId}` : `user:${caller.userId}`;
}

const NO_BODY: ReceivedBody = { octets: new Uint8Array(0), hash: createHash("sha256").digest("hex") };

/**
 * The octets of the body within the route's limit; none where the route takes none. Throws the 413, and the 408 of one
 * that is too slow.
 */
export function receive(
  { req, env }: Context<Env>,
  { route, caller, claim }: { route: Route; caller: Caller | undefined; claim: BodyClaim },
): Promise<ReceivedBody> {
  if (route.body === undefined && route.upload === undefined) return Promise.resolve(NO_BODY);
  return receiveBody(req.raw, {
    maxBytes: limitOf(route, caller),
    text: route.bodyLimitText ?? BODY_TOO_LARGE,
    // A caller without credentials has no reason to send much, and reading it costs memory for a while.
    discardBytes: caller === undefined ? MAX_DISCARDED.anonymous : MAX_DISCARDED.known,
    claim,
    graceSeconds: env.receiveSeconds ?? RECEIVE_SECONDS,
    isPatient: route.bodyBudget === "relays",
    onProgress: () => env.renew?.(),
    isHashed: req.header(IDEMPOTENCY_KEY) !== undefined,
  });
}

/** Of a route that takes no file. */
export const NO_UPLOAD: Upload = { mediaType: "", charset: undefined, octets: new Uint8Array(0) };

/** Throws the 422 of none, and the 415 of another media type than the route takes. */
export function readUpload(
  { req }: Context<Env>,
  { octets }: ReceivedBody,
  mediaTypes: readonly string[],
): Upload {
  if (octets.byteLength === 0) throw missingBody();
  const sent = mediaTypeOf(req);
  const mediaType = isJson(sent) ? "application/json" : sent;
  if (!mediaTypes.includes(mediaType))
    throw new ApiError(415, `Unsupported Media Type: send ${mediaTypes.join(" or ")}`);
  return { mediaType, charset: charsetOf(req.header("Content-Type") ?? ""), octets };
}

function missingBody(): ApiError {
  return invalid([{ loc: ["body"], msg: "Field required", type: "missing" }]);
}

function mediaTypeOf(req: HonoRequest): string {
  return req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || /^application\/[\w.+-]+\+json$/.test(mediaType);
}

/** The body as an object of JSON. Throws the 422 that says what is wrong with it, and the 415 of another media type. */
export function readJsonObject({ req }: Context<Env>, { octets }: ReceivedBody): object {
  if (octets.byteLength === 0) throw missingBody();
  if (!isJson(mediaTypeOf(req))) throw new ApiError(415, "Unsupported Media Type: send application/json");
  const value = parseJsonBody(decodeJsonBody(octets));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid([
      {
        loc: ["body"],
        msg: "Input should be a valid dictionary or object to extract fields from",
        type: "model_attributes_type",
      },
    ]);
  }
  return value;
}
