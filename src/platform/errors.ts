export type ValidationIssue = {
  loc: (string | number)[];
  msg: string;
  type: string;
};

export type ErrorStatus =
  400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 426 | 429 | 500 | 501 | 503 | 504 | 507;

type ErrorOptions = {
  headers?: Record<string, string>;
  cause?: unknown;
};

/**
 * An error that the caller may read: HTTP status, the text that clients know (or a list of issues), and headers such as
 * Retry-After.
 */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly detail: string | ValidationIssue[];
  readonly headers: Record<string, string>;

  constructor(status: ErrorStatus, detail: string | ValidationIssue[], options: ErrorOptions = {}) {
    super(typeof detail === "string" ? detail : "validation failed", { cause: options.cause });
    this.status = status;
    this.detail = detail;
    this.headers = options.headers ?? {};
  }
}

export function badRequest(detail: string, cause?: unknown): ApiError {
  return new ApiError(400, detail, { cause });
}

export function unauthorized(detail: string): ApiError {
  return new ApiError(401, detail);
}

export function forbidden(detail: string): ApiError {
  return new ApiError(403, detail);
}

export function notFound(detail: string): ApiError {
  return new ApiError(404, detail);
}

export function conflict(detail: string, cause?: unknown): ApiError {
  return new ApiError(409, detail, { cause });
}

/** 422 with an entry for each thing that is wrong. */
export function invalid(issues: ValidationIssue[]): ApiError {
  return new ApiError(422, issues);
}

/** 429 that says when to come back. Rounds up to whole seconds, at least one. */
export function tooManyRequests(detail: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, detail, { headers: { "Retry-After": retryAfter(retryAfterSeconds) } });
}

/** 503 that says when to come back. */
export function unavailable(detail: string, retryAfterSeconds: number, cause?: unknown): ApiError {
  return new ApiError(503, detail, { headers: { "Retry-After": retryAfter(retryAfterSeconds) }, cause });
}

function retryAfter(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)));
}
