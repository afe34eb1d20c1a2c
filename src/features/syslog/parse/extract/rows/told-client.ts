import { portNumber } from "../../values/field-text";
import { isClientPort } from "../../values/port-ranges";
import { type Endpoint, rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{0,4}:[\da-f:]{2,38}[\da-f])`;
/** By what a console is used, in capitals as columns have it, where from and perhaps from which port: `AUDIT bob GUI A p CONFIG`. */
const CONSOLE = new RegExp(
  String.raw`([ ,;|\t])"?[A-Za-z][\w.@\\-]{0,63}"?\1"?(?:GUI|CLI|WEB|WEBUI|WEBGUI|API|REST|RESTAPI|SSH|TELNET|CONSOLE)"?\1"?${ADDRESS}"?(?:\1"?(\d{1,5})"?)?(?=\1|$)`,
);
/** What such a row is of. */
const MANAGED =
  /(?<![A-Za-z])(?:audit|config|configuration|login|logon|logout|log(?:ged)?[ _-](?:in|on|out|off)|commands?|cmd|changed?|commit)(?![A-Za-z])/i;
/** A session's protocol, its number, who it is of and from where, in one bracket: `[HTTPS:169_52326:bob:A] READ: `. */
const SESSION = new RegExp(
  String.raw`\[(?:HTTPS?|FTPS?|FTPES|SFTP|SSH|SCP|SMTPS?|IMAPS?|POP3S?|WEBDAVS?|TELNET|RDP|VNC|AFP|SMB|TFTP|LDAPS?)(?:[:|][\w.-]{1,48}){0,3}[:|][^\s:|[\]]{1,64}[:|]${ADDRESS}\]`,
);
/** Which of a host's own addresses somebody came to, and who: `interface Data 1 (A) address B`. */
const CAME_TO = new RegExp(
  String.raw`(?<![a-z])(?:interface|listener) [\w./-]{1,24}(?: [\w./-]{1,16})? \(${ADDRESS}\),? (?:address|from|peer|client|remote|host)(?: (?:address|ip|host))?:? ${ADDRESS}(?=[\s,;]|$)`,
  "i",
);
/** By which of its own a host called another: `interface A address B port 25`. */
const WENT_BY = new RegExp(
  String.raw`(?<![a-z])interface ${ADDRESS},? (?:address|peer|remote|host|server)(?: (?:address|ip|host))?:? ${ADDRESS},? port:? (\d{1,5})(?!\d)`,
  "i",
);
const MAX_HEAD = 400;

/** Whose address a place of its own tells that no word is for: a console's user, a session's client, who came to an interface; null elsewhere. */
export function toldClient(whole: string): Flow | null {
  const text = whole.slice(0, MAX_HEAD);
  const isManaged = MANAGED.test(text);
  const console = isManaged ? CONSOLE.exec(text) : null;
  if (console !== null) return managedFrom(console);
  const session = text.includes("[") ? SESSION.exec(text) : null;
  if (session !== null) return sourceOf(endIn(session, session[1]));
  return text.includes("nterface ") || text.includes("istener ") ? betweenInterfaces(text) : null;
}

function managedFrom(match: RegExpExecArray): Flow | null {
  const port = portNumber(match[3] ?? "");
  return sourceOf(endIn(match, match[2], isClientPort(port) ? match[3] : ""));
}

function betweenInterfaces(text: string): Flow | null {
  const came = CAME_TO.exec(text);
  if (came !== null) return flowOf(endIn(came, came[2]), endIn(came, came[1]));
  const went = WENT_BY.exec(text);
  return went === null ? null : flowOf(endIn(went, went[1]), endIn(went, went[2], went[3]));
}

function endIn({ 0: found, index }: RegExpExecArray, address?: string, port?: string): Endpoint | null {
  return rowEndpoint(address, port, { start: index, end: index + found.length });
}

function sourceOf(source: Endpoint | null): Flow | null {
  return source === null ? null : { source, destination: null, start: source.start, end: source.end };
}

function flowOf(source: Endpoint | null, destination: Endpoint | null): Flow | null {
  if (source === null || destination === null) return null;
  return { source, destination, start: source.start, end: source.end };
}
