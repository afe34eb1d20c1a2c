import { Hinted } from "../../values/hinted";
import { type Endpoint, rowEndpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/**
 * `node | 2026-11-21 10:49:58 | AUT24414 | info | D |  | A | user | …`: what speaks, when, which message and how bad it
 * is,
 * the device's own address, and in the column before the user's name the client's.
 */
const EVENT =
  /^[\w.-]{1,32} ?\| ?20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d ?\| ?[A-Z]{2,4}\d{2,6} ?\| ?(?:info|minor|major|critical|warning|notice|error) ?\| ?[\da-f.:]{3,39} ?\|[^|]{0,64}\| ?([\da-f.:]{3,39}) ?\|/i;
/** `1795254343|<id>|ACCEPT|A:p`: seconds, the message's id, what mail came to pass, and whose address it is. */
const MAIL = /^1\d{9}\|[\da-z-]{12,64}\|([A-Z_]{4,24})\|\[?([\da-f.:]{3,45})\]?(?=\||\s*$)/i;
const COMES = new Set(["ACCEPT", "LOGICAL_IP", "CONNECT", "CLIENT_IP", "SOURCE_IP", "PEER_IP"]);
const GOES = new Set(["DELIVER", "RELAY"]);
/** `192.0.2.1,"bob",smb2,fs_create_file,ok`: who asked a server of files for something, his name, and how. */
const FILES =
  /^((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,36}), ?"[^",]{0,96}", ?(?:nfs|smb|cifs|afp|ftps?|sftp|s3|webdav|api|rest)(?:v?\d(?:\.\d)?)?, ?/i;
/** `7 192.0.2.1 bob staff 21/Nov/2026:10:49:59 +0900 http://…`: who asked a filter of the web for what. */
const REQUEST =
  /^(?:\d{1,10} )?((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,36}) [\w.@\\ -]{1,96} \d\d\/[A-Z][a-z]{2}\/20\d\d:\d\d:\d\d:\d\d [+-]\d{4} (?:[A-Z]{3,7} )?(?:https?|ftp|wss?):\/\//i;
/** `[guard][A][eval_list][drop] …`: who speaks, the client, what it is about and what was done, each in a bracket. */
const BRACKETS =
  /^(?:[A-Z][A-Za-z ]{2,24}: )?\[[A-Za-z][A-Za-z_.-]{1,31}\] ?\[((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,36})\] ?\[[A-Za-z][\w .-]{1,40}\] ?\[(?:drop|block|deny|reject|allow|accept|pass|log|alert|ban|kill|simulation|dropped|blocked|denied|rejected|allowed|logged|banned)\]/i;
/** Behind other columns of a mail from where it came, before its sender, who may have none, and its recipients. */
const MAIL_COLUMNS =
  /([:,;|\t])((?:\d{1,3}\.){3}\d{1,3})\1(?:<?[\w.+=~-]{1,64}@[\w.-]{1,253}>?|<>|)\1<?[\w.+=~-]{1,64}@[\w.-]{1,253}>?(?=[,;|\s]|$)/;
/**
 * `1479 telnet 4 A B 23`, perhaps behind a time: a process, its program, the version of IP, who called whom and the
 * port, as tracers of calls print them.
 */
const TRACED =
  /^(?:\d\d:\d\d:\d\d(?:\.\d{1,6})? {1,8})?(?:\d{1,9}\.\d{1,9} {1,8})?\d{1,10} {1,8}[\w.:/-]{1,16} {1,16}[46] {1,4}([\da-f.:]{3,39}) {1,32}([\da-f.:]{3,39}) {1,32}(\d{1,5})\s*$/i;
/** Whose request a balancer tells, behind whatever stands in front: `elb_01 A:p 200 "GET http://… HTTP/1.1"`. */
const ANSWERED = new Hinted(
  /(?:^|[ \]|,])((?:\d{1,3}\.){3}\d{1,3}:\d{1,5}|\[[\da-f:.]{3,45}\]:\d{1,5}) (?:[1-5]\d\d|-) (?:\d{1,12} )?"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|PROPFIND) [^"\s]{1,4096} HTTP\/\d/,
  "GET |POST |PUT |HEAD |DELETE |PATCH |OPTIONS |CONNECT |PROPFIND ",
);
const MAX_HEAD = 240;

/** Whose address a row of bars has in its place; null for other rows. */
export function barRow(text: string): Flow | null {
  const head = text.slice(0, MAX_HEAD);
  const client = ofText(EVENT.exec(head)?.[1]);
  if (client !== null) return sourceOf(client);
  const [, event = "", address] = MAIL.exec(head) ?? [];
  const end = COMES.has(event) || GOES.has(event) ? ofText(address) : null;
  if (end === null) return null;
  return GOES.has(event) ? destinationFlow(end) : sourceOf(end);
}

/** Whose address stands in a bracket of its own behind who speaks; null for other rows. */
export function bracketsRow(text: string): Flow | null {
  return clientOf(BRACKETS.exec(text.slice(0, MAX_HEAD))?.[1]);
}

/** Who brought a mail, in the column before its sender; null for other rows. */
export function mailRow(text: string): Flow | null {
  return clientOf(MAIL_COLUMNS.exec(text)?.[2]);
}

/** Whom a program called, in the columns of a tracer; null for other rows. */
export function tracedRow(text: string): Flow | null {
  const [row = "", from, to, port] = TRACED.exec(text.slice(0, MAX_HEAD)) ?? [];
  const place = { start: 0, end: row.length };
  const [source, destination] = [rowEndpoint(from, "", place), rowEndpoint(to, port, place)];
  return source === null || destination === null ? null : { source, destination, ...place };
}

/** Whose request a server of files tells; null for other rows. */
export function filesRow(text: string): Flow | null {
  return clientOf(FILES.exec(text.slice(0, MAX_HEAD))?.[1]);
}

/** Whose request a filter of the web tells; null for other rows. */
export function requestRow(text: string): Flow | null {
  return clientOf(REQUEST.exec(text.slice(0, MAX_HEAD))?.[1]);
}

/** Whose request a balancer answered; null for other rows. */
export function answeredRow(text: string): Flow | null {
  return clientOf(ANSWERED.exec(text)?.[1]);
}

/** Who came, by what a form has found of him; null where it has found none, or no address. */
function clientOf(address: string | undefined): Flow | null {
  const client = ofText(address);
  return client === null ? null : sourceOf(client);
}

function ofText(text = ""): Endpoint | null {
  return text === "" ? null : wholeEndpoint(text);
}

function sourceOf(source: Endpoint): Flow {
  return { source, destination: null, start: 0, end: 0 };
}
