import { readFile } from "node:fs/promises";
import { withWellKnown } from "#platform/authorities";
import { refusalOfNotice, type Refusal, resolveTarget } from "#platform/active-targets";
import type { LookUpName } from "#platform/name-lookup";
import { untilAborted } from "#platform/pause";

export type OutboundRequest = {
  url: string;
  headers?: Readonly<Record<string, string>>;
  body: string;
  /** What a receiver tells a repetition by. */
  deliveryId: string;
  /** A public service whose address nobody can set. */
  isPublicService?: boolean;
};

export type Answer = {
  status: number;
  /** Until when the other side does not want to be asked again. */
  retryAfterSeconds: number | undefined;
};

/** The one way from here to hosts that administrators name. */
export type Outbound = {
  /**
   * POSTs, follows no redirect, and reads nothing of the answer but its status and when to come again. Throws where the
   * address is no http or https URL with a host, where its host is refused, and where nothing comes in 10 s.
   */
  post(request: OutboundRequest): Promise<Answer>;
  /** As `post`, where the URL names what is made: a repetition makes nothing anew. */
  put(request: OutboundRequest): Promise<Answer>;
  /** The same by GET, with nothing but the headers; user and password of the URL become one. */
  get(request: { url: string; headers?: Readonly<Record<string, string>> }): Promise<Answer>;
  /**
   * What to connect to for a host: the address that was judged, or the host itself where all are allowed. Throws where
   * it is refused.
   */
  addressOf(host: string): Promise<string>;
};

type Options = {
  /** Private and loopback hosts, and names that cannot be resolved, are refused. */
  blocksPrivateTargets: boolean;
  /** PEM file of certificate authorities to trust beside the well-known ones. */
  caFile: string | undefined;
  timeoutMs?: number;
  lookUp?: LookUpName;
  refusal?: Refusal;
};

const TIMEOUT_MS = 10_000;

export function createOutbound(options: Options): Outbound {
  const { blocksPrivateTargets, caFile, timeoutMs = TIMEOUT_MS } = options;
  const { lookUp, refusal = refusalOfNotice } = options;

  async function addressOf(host: string): Promise<string> {
    if (!blocksPrivateTargets) return host;
    const [address] = await resolveTarget(host, { refusal, ...(lookUp !== undefined && { lookUp }) });
    return address.toString();
  }

  async function send({ url: text, isPublicService, ...request }: Sent): Promise<Answer> {
    const url = parseTarget(text);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const signal = AbortSignal.timeout(timeoutMs);
    const address = isPublicService ? host : await untilAborted(addressOf(host), signal);
    const hostHeader = url.host;
    if (address !== host) url.hostname = address.includes(":") ? `[${address}]` : address;
    const response = await fetch(url, {
      ...request,
      redirect: "manual",
      headers: { ...request.headers, ...(address !== host && { Host: hostHeader }) },
      signal,
      tls: { ...(address !== host && { serverName: host }), ...(await trusted(caFile)) },
    });
    await response.body?.cancel();
    return {
      status: response.status,
      retryAfterSeconds: secondsUntil(response.headers.get("retry-after")),
    };
  }

  return {
    addressOf,
    post: (request) => send(sentBy("POST", request)),
    put: (request) => send(sentBy("PUT", request)),
    get: ({ url, headers }) =>
      send({
        method: "GET",
        url,
        headers: { ...headers, ...credentialsOf(url) },
        isPublicService: false,
      }),
  };
}

type Sent = {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  isPublicService: boolean;
};

function sentBy(method: "POST" | "PUT", request: OutboundRequest): Sent {
  const { url, headers, body, deliveryId, isPublicService = false } = request;
  return { method, url, headers: { ...headers, "X-Netatlas-Delivery": deliveryId }, body, isPublicService };
}

function credentialsOf(text: string): Record<string, string> {
  const url = URL.parse(text);
  if (url === null || (url.username === "" && url.password === "")) return {};
  return authorizationOf(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
}

/** Without user and password, which are headers by now. */
function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error("the address is no http or https address with a host");
  }
  url.username = "";
  url.password = "";
  return url;
}

/** Of a Retry-After (RFC 9110 section 10.2.3): seconds, or a date. */
function secondsUntil(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

async function trusted(caFile: string | undefined): Promise<{ ca?: string[] }> {
  return caFile === undefined ? {} : { ca: withWellKnown(await readFile(caFile, "utf8")) };
}

/** Basic (RFC 7617) for `user:password`, Bearer (RFC 6750) for everything else; nothing for nothing. */
export function authorizationOf(credentials: string): Record<string, string> {
  if (credentials === "") return {};
  if (!credentials.includes(":")) return { Authorization: `Bearer ${credentials}` };
  return { Authorization: `Basic ${Buffer.from(credentials, "utf8").toString("base64")}` };
}
