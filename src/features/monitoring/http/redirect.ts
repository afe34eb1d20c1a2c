import { hostOfUrl, RefusedTargetError } from "#platform/active-targets";
import { HttpTrouble } from "./trouble";

export type HttpRequest = {
  url: URL;
  method: string;
  body: { text: string; contentType: string } | undefined;
  /**
   * It goes to the origin that a person has named: that person's headers and credentials go with it, and nowhere else.
   */
  isOwn: boolean;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirect(statusCode: number): boolean {
  return REDIRECTS.has(statusCode);
}

/**
 * The request that a redirect asks for (RFC 9110 section 15.4): 303 makes it a GET, 301 and 302 do that to a POST, as
 * everybody does; all others keep method and body. What has left its origin stays without credentials when it is led
 * back.
 * @throws HttpTrouble where it leads nowhere, or would take the body to another origin.
 */
export function followRedirect(
  request: HttpRequest,
  { statusCode, location }: { statusCode: number; location: string },
): HttpRequest {
  const url = parseLocation(location, request.url);
  const isOwn = request.isOwn && url.origin === request.url.origin;
  const isGet =
    (statusCode === 303 && request.method !== "HEAD") ||
    ((statusCode === 301 || statusCode === 302) && request.method === "POST");
  if (isGet) return { url, method: "GET", body: undefined, isOwn };
  if (!isOwn && request.body !== undefined) {
    throw new HttpTrouble(`redirected with its body to another origin, ${url.origin}, which does not get it`);
  }
  return { url, method: request.method, body: request.body, isOwn };
}

function parseLocation(location: string, base: URL): URL {
  const url = URL.parse(location, base.href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new HttpTrouble(`redirected to what is no http or https address: ${location}`);
  }
  try {
    hostOfUrl(location, base);
  } catch (error) {
    if (!(error instanceof RefusedTargetError)) throw error;
    throw new HttpTrouble(`redirected to ${location}: ${error.message}`, "down", error);
  }
  // RFC 9110 section 10.2.2: a fragment is inherited. It is never sent, and neither is what looks like credentials.
  url.hash = "";
  url.username = "";
  url.password = "";
  return url;
}
