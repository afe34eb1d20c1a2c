/** One field that the service refused: where in the body it is, and why. */
export type FieldFailure = { path: readonly (string | number)[]; message: string };

/** A request that gave no result. `status` 0: the service could not be reached. */
export class RequestFailure extends Error {
  readonly status: number;
  readonly fields: readonly FieldFailure[];
  readonly requestId: string | null;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | null;

  constructor(answer: {
    status: number;
    message: string;
    fields?: readonly FieldFailure[];
    requestId?: string | null;
    retryAfter?: number | null;
    cause?: unknown;
  }) {
    super(answer.message, { cause: answer.cause });
    this.name = "RequestFailure";
    this.status = answer.status;
    this.fields = answer.fields ?? [];
    this.requestId = answer.requestId ?? null;
    this.retryAfter = answer.retryAfter ?? null;
  }
}

/** Reads the error envelope of an answer: `detail` is a text, or the list of refused fields. */
export async function failureOf(response: Response): Promise<RequestFailure> {
  const detail = detailOf(await response.text());
  const fields = Array.isArray(detail) ? detail.flatMap(fieldOf) : [];
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new RequestFailure({
    status: response.status,
    message:
      typeof detail === "string" ? detail : (fields[0]?.message ?? `The service answered ${response.status}`),
    fields,
    requestId: response.headers.get("X-Request-Id"),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

/** What could not be sent, or whose answer was cut off. */
export function noConnection(cause: unknown): RequestFailure {
  return new RequestFailure({ status: 0, message: "The service cannot be reached", cause });
}

/** A question that waited while nothing at all came from the service. */
export function notAnswered(cause: unknown): RequestFailure {
  return new RequestFailure({ status: 0, message: "The service does not answer", cause });
}

/** Whether what an address names is not there; an id that is no number (422) names nothing either. */
export function isMissing(error: Error | null): boolean {
  return error instanceof RequestFailure && (error.status === 404 || error.status === 422);
}

function detailOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "detail" in body ? body.detail : undefined;
  } catch {
    // A proxy in between answers with a page of its own.
    return undefined;
  }
}

function fieldOf(issue: unknown): FieldFailure[] {
  if (typeof issue !== "object" || issue === null || !("loc" in issue) || !("msg" in issue)) return [];
  const { loc, msg } = issue;
  if (!Array.isArray(loc) || typeof msg !== "string") return [];
  const path = loc.slice(1).filter((part) => typeof part === "string" || typeof part === "number");
  return [{ path, message: msg.replace(/^Value error, /, "") }];
}
