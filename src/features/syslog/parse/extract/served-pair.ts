import { portNumber } from "../values/field-text";
import { findEndpoints } from "./endpoints";
import type { Flow } from "./flow";

/** IIS: server, method, path, query, port, user, client. */
const SERVED = /([\da-f.:]{3,45}) [A-Z]{3,9} \/\S{0,512} \S{1,512} (\d{1,5}) \S{1,64} ([\da-f.:]{3,45}) /i;
const COMMAND = /\d\][a-z]/i;
/** The same of FTP: client, user, server, port, session and command. */
const SERVED_FILES =
  /(?<![\w.:])([\da-f.:]{7,45}) (?:- )?\S{1,64} ([\da-f.:]{7,45}) (\d{1,5}) \[\d{1,9}\][a-z]{3,8} /i;

/** The ends of what a server was asked for, as IIS and servers of files write it. */
export function servedPair(text: string): Flow | null {
  const asked = COMMAND.test(text) ? SERVED_FILES.exec(text) : null;
  if (asked !== null) return servedFiles(asked);
  const match = text.includes(" /") ? SERVED.exec(text) : null;
  if (match === null) return null;
  const [destination = null] = findEndpoints(match[1] ?? "");
  const [source = null] = findEndpoints(match[3] ?? "");
  if (source === null || destination === null) return null;
  const ends = { source, destination: { ...destination, port: portNumber(match[2] ?? "") } };
  return { ...ends, start: match.index, end: match.index + match[0].length };
}

function servedFiles(match: RegExpExecArray): Flow | null {
  const [whole, client = "", server = "", port = ""] = match;
  const [[source], [destination]] = [findEndpoints(client), findEndpoints(server)];
  if (source === undefined || destination === undefined) return null;
  const ends = { source, destination: { ...destination, port: portNumber(port) } };
  return { ...ends, start: match.index, end: match.index + whole.length };
}
