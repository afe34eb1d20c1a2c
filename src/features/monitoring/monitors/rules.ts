import type { ValidationIssue } from "#platform/errors";

type Whole = {
  kind: string;
  url: string;
  /** Absent: they stay. */
  members?: readonly unknown[] | undefined;
  expected_status_min: number;
  expected_status_max: number;
  auth_type: string;
  oauth_token_url: string | null;
  oauth_client_id: string | null;
};

/** Which secrets the monitor has, or would have. */
export type Secrets = { oauth_client_secret: boolean; tls_cert: boolean; tls_key: boolean };

type Problem = { field: string | undefined; message: string };

/** What keeps fields that are right by themselves from being a monitor together. */
export function* problemsOf(monitor: Whole, has: Secrets): Generator<Problem> {
  if (monitor.expected_status_min > monitor.expected_status_max) {
    yield {
      field: "expected_status_min",
      message: "expected_status_min must be <= expected_status_max",
    };
  }
  if (monitor.kind !== "http" && monitor.url !== "") {
    yield { field: "url", message: `a ${monitor.kind} monitor has no URL` };
  }
  if (monitor.kind === "group" && monitor.members?.length === 0) {
    yield { field: "members", message: "a group needs a member" };
  }
  if (monitor.kind !== "group" && monitor.members !== undefined && monitor.members.length > 0) {
    yield { field: "members", message: "only a group has members" };
  }
  const { auth_type: auth, oauth_token_url: tokenUrl, oauth_client_id: clientId } = monitor;
  if (auth === "oauth2" && !(tokenUrl && clientId && has.oauth_client_secret)) {
    yield {
      field: undefined,
      message: "OAuth2 monitors require token URL, client ID, and client secret",
    };
  }
  if (auth === "mtls" && !(has.tls_cert && has.tls_key)) {
    yield {
      field: undefined,
      message: "mTLS monitors require a client certificate and private key",
    };
  }
}

/** As the entries of a 422. */
export function toIssues(problems: Iterable<Problem>): ValidationIssue[] {
  return [...problems].map(({ field, message }) => ({
    loc: field === undefined ? ["body"] : ["body", field],
    msg: `Value error, ${message}`,
    type: "value_error",
  }));
}
