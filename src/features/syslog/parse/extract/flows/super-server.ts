import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const IPV4 = String.raw`((?:\d{1,3}\.){3}\d{1,3})`;
/**
 * What starts a server for each connection writes of it: whether it did, by which process, its own name, address and
 * port,
 * then the client's name, address, perhaps a user, and port: `ok 9848 mx:B:25 client.example.com:A:user:43424`,
 * `start 9848 mx:B ::A:43424`.
 */
const STARTED = new RegExp(
  String.raw`^(?:@[\da-f]{24} )?(?:[\w.-]{2,24}: (?:info: )?)?(?:ok|deny|start|drop|fail) \d{1,8} [\w.-]{0,253}:${IPV4}(?::(\d{1,5}))? (?:[\w.-]{0,253}:${IPV4}:[\w.@+-]{0,64}:|[\w.-]{0,253}:{1,2}${IPV4}:)(\d{1,5})(?![\w.:])`,
);

/** The ends of a connection for which a server was started, or was not; null of another line. */
export function superServer(text: string): Flow | null {
  const match = STARTED.exec(text);
  if (match === null) return null;
  const [row, own, asked, named, bare, port] = match;
  // What was done and by whom stands before it.
  const place = { start: row.lastIndexOf(" ", row.indexOf(own ?? "")) + 1, end: row.length };
  const [source, destination] = [rowEndpoint(named ?? bare, port, place), rowEndpoint(own, asked, place)];
  return source === null || destination === null ? null : { source, destination, ...place };
}
