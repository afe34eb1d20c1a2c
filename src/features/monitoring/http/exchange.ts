import { type IncomingMessage, request as httpRequest } from "node:http";
import { NO_BODY, readBody, type Body } from "./body";
import { openConnection, type Way } from "./connection";
import { limitInterim } from "./interim";
import { limitOctets } from "./limit-octets";
import type { HttpRequest } from "./redirect";
import type { ProbeRun } from "./run";
import { proxyCredentials } from "./tunnel";
import { HttpTrouble } from "./trouble";

export type Answer = { statusCode: number; headers: IncomingMessage["headers"]; body: Body };

type Exchange = {
  way: Way;
  run: ProbeRun;
  /** By name. */
  headers: Readonly<Record<string, string>>;
  readBytes: number;
  keepBytes: number;
};

const MAX_HEADER_BYTES = 64 * 1024;

/** One request on a connection of its own, and its whole answer, or as much of it as is to be read; follows nothing. */
export async function exchange(
  request: HttpRequest,
  { way, run, headers, readBytes, keepBytes }: Exchange,
): Promise<Answer> {
  const { url, method, body } = request;
  const isByProxy = way.proxy !== undefined && url.protocol === "http:";
  const socket = await openConnection(url, way, run);
  run.enter("the answer");
  const begin = run.elapsedMs;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = httpRequest({
    method,
    path: isByProxy ? url.href : url.pathname + url.search,
    headers: { ...headers, ...(isByProxy && way.proxy !== undefined && proxyCredentials(way.proxy)) },
    createConnection: () => socket,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  sent.once("response", resolve).on("error", reject);
  // A change of protocols, which nobody asked for, is an answer without a body.
  sent.once("upgrade", resolve);
  limitInterim(sent);
  limitOctets(socket, readBytes);
  sent.end(body?.text);
  try {
    const message = await run.until(promise);
    run.noteTime("first_octet_ms", begin);
    const { statusCode = 0 } = message;
    if (statusCode < 100 || statusCode > 999) throw new HttpTrouble("the answer is not HTTP");
    if (isByProxy && statusCode === 407) throw new HttpTrouble("the proxy answered 407", "unknown");
    run.enter("the body");
    run.answered(statusCode);
    const read = hasBody(message, method)
      ? await run.until(readBody(message, { readBytes, keepBytes }))
      : NO_BODY;
    return { statusCode, headers: message.headers, body: read };
  } finally {
    sent.destroy();
    run.release();
  }
}

/** RFC 9112 section 6.3. What says that its nothing is encoded is not decoded. */
function hasBody({ statusCode = 0, headers }: IncomingMessage, method: string): boolean {
  const isBare = method === "HEAD" || statusCode === 101 || statusCode === 204 || statusCode === 304;
  return !isBare && headers["content-length"] !== "0";
}
