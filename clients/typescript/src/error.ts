/** What is wrong with one field of a request. */
export type Issue = { loc: (string | number)[]; msg: string; type: string };

/** The service has refused a request, or failed. A request that got no answer rejects with what `fetch` throws. */
export class NetatlasError extends Error {
  readonly status: number;
  /** For people. */
  readonly detail: string;
  /** Of a 422: field by field. */
  readonly issues: readonly Issue[];
  /** When it is worth asking again, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** By which the service's log has the request. */
  readonly requestId: string | undefined;
  /** The body as it came: JSON, or text where it is none. */
  readonly body: unknown;
  readonly response: Response;

  private constructor(response: Response, body: unknown) {
    const { detail, issues } = readBody(body);
    super(`${response.status} ${detail || response.statusText} (${response.url})`);
    this.name = "NetatlasError";
    this.status = response.status;
    this.detail = detail;
    this.issues = issues;
    const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
    this.body = body;
    this.response = response;
  }

  /** Reads the answer to its end. */
  static async of(response: Response): Promise<NetatlasError> {
    const text = await response.text();
    return new NetatlasError(response, parsed(text));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // As of a proxy that answers in place of the service.
  }
}

function readBody(body: unknown): { detail: string; issues: Issue[] } {
  const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : body;
  if (!Array.isArray(detail)) return { detail: typeof detail === "string" ? detail : "", issues: [] };
  const issues = detail.filter(isIssue);
  return { detail: issues.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; "), issues };
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === "object" &&
    value !== null &&
    "loc" in value &&
    Array.isArray(value.loc) &&
    "msg" in value
  );
}
