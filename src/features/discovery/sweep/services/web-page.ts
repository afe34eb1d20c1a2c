import { Connection, talkOver } from "#platform/probe/connection";
import type { Endpoint, ProbeLimits } from "#platform/probe/endpoint";
import type { ServiceText } from "../models";
import { namesOfCertificate } from "./certificate-names";
import { readHttpHead, titleOf } from "./http-text";

/** Where a page's title stands, if it has one. */
const MAX_BYTES = 32 * 1024;

/**
 * The title of the first page, and what its server calls itself; redirects are not followed. @throws ProbeTrouble, the
 * signal's reason.
 */
export function readWebPage(target: Endpoint, limits: ProbeLimits): Promise<ServiceText[]> {
  return talkOver(new Connection(target, { isCut: true }), limits, (connection) =>
    askForPage(connection, target),
  );
}

/**
 * The names in the certificate of a server of TLS, which need not be trusted, and with `isWeb` what `readWebPage`
 * gives. @throws ProbeTrouble, the signal's reason.
 */
export function readTls(
  target: Endpoint,
  limits: ProbeLimits,
  { isWeb }: { isWeb: boolean },
): Promise<ServiceText[]> {
  const { port } = target;
  return talkOver(new Connection(target, { isCut: true }), limits, async (connection) => {
    const { x509 } = await connection.startTls({ verifyTls: false, serverName: null, authority: null });
    const names = namesOfCertificate(x509);
    const found: ServiceText[] =
      names.length === 0 ? [] : [{ port, kind: "tls_names", text: names.join(", ") }];
    return isWeb ? [...found, ...(await askForPage(connection, target))] : found;
  });
}

async function askForPage(connection: Connection, target: Endpoint): Promise<ServiceText[]> {
  const { port } = target;
  connection.write(requestFor(target, "/"));
  const answer = await connection.readSome(hasTitle);
  const head = readHttpHead(answer);
  if (head === undefined) return [];
  const [title, server] = [titleOf(head.body), head.fields.get("server") ?? ""];
  return [
    ...(title === "" ? [] : [{ port, kind: "http_title" as const, text: title }]),
    ...(server === "" ? [] : [{ port, kind: "http_server" as const, text: server }]),
  ];
}

/** A request of HTTP/1.0, whose answer comes in one piece and ends with the connection. */
export function requestFor({ address, port }: Endpoint, path: string): string {
  const host = address.includes(":") ? `[${address}]` : address;
  return `GET ${path} HTTP/1.0\r\nHost: ${host}:${port}\r\nUser-Agent: netatlas\r\nAccept: */*\r\nConnection: close\r\n\r\n`;
}

function hasTitle(unread: Buffer): boolean {
  return unread.length >= MAX_BYTES || /<\/title/i.test(unread.toString("latin1"));
}
