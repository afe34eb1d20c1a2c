import { portNumber } from "../../values/field-text";
import { isClientPort } from "../../values/port-ranges";
import { findEndpoints } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

/** IIS: server, method, path, query, port, user, client. */
const SERVED = /([\da-f.:]{3,45}) [A-Z]{3,9} \/\S{0,512} \S{1,512} (\d{1,5}) \S{1,64} ([\da-f.:]{3,45}) /i;
const COMMAND = /\d\][a-z]/i;
/** The same with the client first, as IIS wrote it once. */
const SERVED_FIRST =
  /(?:^| )([\da-f.:]{3,45}) \S{1,64} (?:\S{1,64} ){0,3}([\da-f.:]{3,45}) (\d{1,5}) (?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS) \//;
const METHOD_BEHIND_PORT = /\d (?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS) \//;
/** The same of FTP: client, user, server, port, session and command. */
const SERVED_FILES =
  /(?<![\w.:])([\da-f.:]{7,45}) (?:- )?\S{1,64} (?:[A-Z]{2,8}SVC\d{1,9} \S{1,64} )?([\da-f.:]{7,45}) (\d{1,5}) \[\d{1,9}\][a-z]{3,8} /i;

/** The same in columns: client, user, server, its port or the name that was asked for, and the method. */
const SERVED_COLUMNS =
  /(?:^|[|\t])([\da-f.:]{7,45})[|\t](?:-?|[\w.@\\-]{1,64})[|\t]([\da-f.:]{7,45})[|\t](?:(\d{1,5})|-|[a-z\d][\w-]{0,62}(?:\.[\w-]{1,63}){1,6}(?::(\d{1,5}))?)[|\t](?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT)[|\t]/i;
const METHOD_COLUMN = /[|\t](?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT)[|\t]/;

/** A name server's `client A#p: query: name IN PTR + (B)`: whom it was asked at stands behind the flags. */
const QUERIED =
  /(?:^|[ :])client (?:@\S{1,20} )?([\da-f.:]{3,45})#(\d{1,5})(?::| \().{0,320}?query: \S{1,255} (?:[A-Z]{2} )?[A-Z\d]{1,10} [-+]\S{0,10} \(([\da-f.:]{3,45})\)$/;
/** `GET to [http://B:q/path] from [A]`: what a gateway asked a server for, and for whom. */
const ASKED_URL =
  /(?<![A-Za-z])(?:(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS)(?: request)? (?:to|for)|(?:access|request|visit|navigation) (?:to|for)) ["'[<(]?(?:https?|wss?):\/\/((?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:]{3,45}\])(?::(\d{1,5}))?(?=[/"'\]>)?\s])[^\s"'\]>)]{0,512}["'\]>)]?,?(?: (?:was |is )?(?:allowed|blocked|completed|denied|failed|permitted|refused)(?: (?:for|by) (?:user )?["']?[\w.@\\-]{1,64}["']?)?)? (?:from|by|for)(?: (?:client|host|ip|user|source))? ["'[<(]?((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,45})(?![\w.])/i;

/** The ends of what a server was asked for, as IIS and servers of files write it. */
export function servedPair(text: string): Flow | null {
  const asked = text.includes("]") && COMMAND.test(text) ? SERVED_FILES.exec(text) : null;
  if (asked !== null) return flowOf(asked, { client: asked[1], server: asked[2], port: asked[3] });
  const queried = text.endsWith(")") && text.includes("query: ") ? QUERIED.exec(text) : null;
  if (queried !== null)
    return flowOf(queried, { client: `${queried[1]}:${queried[2]}`, server: queried[3], port: "" });
  const hasColumns = text.includes("|") || text.includes("\t");
  const columns = hasColumns && METHOD_COLUMN.test(text) ? SERVED_COLUMNS.exec(text) : null;
  if (columns !== null) {
    const port = columns[3] ?? columns[4];
    // Who asks stands before who is asked.
    if (isClientPort(portNumber(port ?? ""))) return null;
    return flowOf(columns, { client: columns[1], server: columns[2], port });
  }
  const url = text.includes("://") ? ASKED_URL.exec(text) : null;
  if (url !== null) return flowOf(url, { client: url[3], server: url[1], port: url[2] });
  if (!text.includes(" /")) return null;
  const match = SERVED.exec(text);
  const flow = match && flowOf(match, { client: match[3], server: match[1], port: match[2] });
  if (flow !== null) return flow;
  const first = METHOD_BEHIND_PORT.test(text) ? SERVED_FIRST.exec(text) : null;
  return first && flowOf(first, { client: first[1], server: first[2], port: first[3] });
}

/** The parts of a match, of which a client and a server must be addresses. */
type Parts = { client: string | undefined; server: string | undefined; port: string | undefined };

function flowOf(match: RegExpExecArray, { client = "", server = "", port = "" }: Parts): Flow | null {
  const [[source], [destination]] = [findEndpoints(client), findEndpoints(server)];
  if (source === undefined || destination === undefined) return null;
  const ends = { source, destination: { ...destination, port: portNumber(port) } };
  return { ...ends, start: match.index, end: match.index + match[0].length };
}
