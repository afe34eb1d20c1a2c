import type { JsonOperator } from "./json-value";

export type BodyEncoding = "json" | "text" | "form" | "xml";

export type OAuthClient = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Separated by blanks; null: none are asked for. */
  scopes: string | null;
  audience: string | null;
  method: "client_secret_basic" | "client_secret_post";
};

export type HttpAuth =
  | { type: "basic"; username: string; password: string }
  | { type: "bearer"; token: string }
  | { type: "oauth2"; client: OAuthClient };

/**
 * What is asked, and what the answer must be. Whether "up" shall mean "down" (`upside_down`), how often, and after how
 * many failures, is for whoever asks: a probe says what it found.
 */
export type HttpProbeOptions = {
  /** Absolute, http or https; an IPv6 address in brackets. */
  url: string;
  method: string;
  /** Codes and ranges of them: `200-299,301`. */
  acceptedStatusCodes: string;
  /** Of everything together: name, token, redirects, body. */
  timeoutMs: number;
  verifyTls: boolean;
  followRedirects: boolean;
  maxRedirects: number;
  /** They go to the origin of `url` alone, as do the credentials. */
  headers?: Readonly<Record<string, string>>;
  body?: { text: string; encoding: BodyEncoding };
  auth?: HttpAuth;
  /** PEM; shown to the origin of `url` alone. */
  clientCertificate?: { certificate: string; key: string };
  /** `http://user:password@host:port` or `https://…`. */
  proxyUrl?: string;
  /** PEM of authorities that are trusted beside the well-known ones. */
  authorities?: string;
  /** Adds a query parameter with a random value, and asks caches to keep out of it. */
  cacheBust?: boolean;
  keyword?: { text: string; isInverted: boolean };
  jsonPath?: { path: string; operator: JsonOperator; expected: string };
  responseHeaders?: readonly { name: string; operator: "equals" | "contains"; expected: string }[];
  /** Most octets that the body may have. */
  maxBodyBytes?: number;
  maxResponseMs?: number;
  /** For a person who tries: what the answer was is in the outcome. */
  withExcerpt?: boolean;
};
