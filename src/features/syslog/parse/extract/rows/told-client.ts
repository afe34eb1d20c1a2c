import { portNumber } from "../../values/field-text";
import { isClientPort } from "../../values/port-ranges";
import { type Endpoint, rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{0,4}:[\da-f:]{2,38}[\da-f])`;
/**
 * By what a console is used, in capitals as columns have it, where from and perhaps from which port: `AUDIT bob GUI A p
 * CONFIG`.
 */
const CONSOLE = new RegExp(
  String.raw`([ ,;|\t])"?[A-Za-z][\w.@\\-]{0,63}"?\1"?(?:GUI|CLI|WEB|WEBUI|WEBGUI|API|REST|RESTAPI|SSH|TELNET|CONSOLE)"?\1"?${ADDRESS}"?(?:\1"?(\d{1,5})"?)?(?=\1|$)`,
);
/** One of these every such row has. */
const WAY = /GUI|CLI|WEB|API|REST|SSH|TELNET|CONSOLE/;
/** What it is of. */
const MANAGED =
  /(?<![A-Za-z])(?:audit|config|configuration|login|logon|logout|log(?:ged)?[ _-](?:in|on|out|off)|commands?|cmd|changed?|commit)(?![A-Za-z])/i;
/** A session's protocol, its number, who it is of and from where, in one bracket: `[HTTPS:169_52326:bob:A] READ: `. */
const SESSION = new RegExp(
  String.raw`\[(?:HTTPS?|FTPS?|FTPES|SFTP|SSH|SCP|SMTPS?|IMAPS?|POP3S?|WEBDAVS?|TELNET|RDP|VNC|AFP|SMB|TFTP|LDAPS?)(?:[:|][\w.-]{1,48}){0,3}[:|][^\s:|[\]]{1,64}[:|]${ADDRESS}\]`,
);
const MAX_HEAD = 400;

/** Whose address a place of its own tells that no word is for: a console's user, a session's client; null elsewhere. */
export function toldClient(whole: string): Flow | null {
  const text = whole.slice(0, MAX_HEAD);
  const isManaged = WAY.test(text) && MANAGED.test(text);
  const managed = isManaged ? CONSOLE.exec(text) : null;
  if (managed !== null) return managedFrom(managed);
  const session = text.includes("[") ? SESSION.exec(text) : null;
  return session === null ? null : sourceOf(endIn(session, session[1]));
}

function managedFrom(match: RegExpExecArray): Flow | null {
  const port = portNumber(match[3] ?? "");
  return sourceOf(endIn(match, match[2], isClientPort(port) ? match[3] : ""));
}

function endIn({ 0: found, index }: RegExpExecArray, address?: string, port?: string): Endpoint | null {
  return rowEndpoint(address, port, { start: index, end: index + found.length });
}

function sourceOf(source: Endpoint | null): Flow | null {
  return source === null ? null : { source, destination: null, start: source.start, end: source.end };
}
