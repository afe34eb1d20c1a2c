import { Hinted } from "../../values/hinted";
import { portNumber } from "../../values/field-text";
import { isClientPort, isServicePort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { type GatedForm, matchBefore } from "../../values/gated-form";

/** An address begins there, perhaps behind a mark. */
const MARK = String.raw`["'([/]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)`;

/** What systems and languages call the failure of a call, behind which they name whom it was of. */
const ERRORS = String.raw`(?:connection|connect|operation|request|read|socket)? ?(?:refused|timed? ?out|timeout|reset by peer|aborted|closed)|no route to host|(?:host|network) is (?:unreachable|down)|actively refused it|has failed to respond`;
/** The same in names of errors. */
const NAMED_ERRORS = String.raw`(?:EAI_AGAIN|E(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|PIPE))`;

/** What a text of each of these has. */
const FAILURE = new Hinted(
  /connect|refused|timeout|unreachable|no route|noroute|unresolved|respond|server running/i,
  "connect|refused|timeout|unreachable|no route|noroute|unresolved|respond|server running",
);
/** Node's `connect ECONNREFUSED A:p`, where the call is told. */
const NODE: GatedForm = {
  form: new RegExp(String.raw`\bconnect,? ${NAMED_ERRORS}:? ${MARK}`),
  gate: new Hinted(/connect,? e/i, "connect e|connect, e"),
};
/** Ruby's `connect(2) for A:p`, Python's `Connect call failed ('A', p)`, C's `connect() to A:p`. */
const FUNCTION: GatedForm = {
  form: new RegExp(
    String.raw`\b(?:connect\(2\)(?: for| to)?|connect call failed|(?:finish)?connect\((?:\.\.)?\)(?: to| with| failed:| error:)?)(?: (?:${ERRORS}):)? ${MARK}`,
    "i",
  ),
  gate: new Hinted(/connect\(|connect call/i, "connect(|connect call"),
};
/**
 * Java's and .NET's exceptions, whose class or text tells that a call failed: `ConnectException: Connection refused:
 * /A:p`,
 * `actively refused it. (A:p)`.
 */
const EXCEPTION: GatedForm = {
  form: new RegExp(
    String.raw`(?:\b\w{0,40}(?:Connect|NoRouteToHost|SocketTimeout|ConnectTimeout|UnresolvedAddress|HttpHostConnect|ConnectionPoolTimeout)(?:ion)?(?:Exception|Error): [\w .'-]{0,80}?(?:: [\w .'-]{1,48}){0,2}:? |\b(?:actively refused it|has failed to respond)[.:]? )${MARK}`,
    "i",
  ),
  gate: new Hinted(/exception: |error: |refused it|to respond/i, "exception: |error: |refused it|to respond"),
};
/** A pool of connections that failed: `HTTPSConnectionPool(host='A', port=443): Max retries exceeded`. */
const POOL: GatedForm = {
  form: new RegExp(String.raw`\b\w{0,16}ConnectionPool\(host=${MARK}`, "i"),
  gate: new Hinted(/connectionpool\(/i, "connectionpool("),
};
const POOL_PORT = /^['"\]]{0,2}, ?port=(\d{1,5})\)/;
/** `connection to server at "A", port p failed`, `server running on host "A" … port p`. */
const SERVER_AT: GatedForm = {
  form: new RegExp(
    String.raw`\b(?:connect(?:ion|ing)? to (?:the )?server (?:at|on)(?: host)?|server running on host) (?:"[\w.-]{1,253}" \()?${MARK}`,
    "i",
  ),
  gate: new Hinted(/to server|the server|server running/i, "to server|the server|server running"),
};
const SERVER_PORT =
  /^["')\]]{0,2}(?:, | \([^()]{1,80}\) (?=and )| (?=and ))(?:and accepting (?:tcp\/ip )?connections on )?port (\d{1,5})(?!\d)/i;
/** As Ruby has it: `connect(2) for "A" port 443`. */
const BARE_PORT = /^["')\]]{0,2} port (\d{1,5})(?!\d)/i;
const FORMS = [NODE, FUNCTION, EXCEPTION];
/** The same directly behind the port of a service: `A:p: Connection refused`, `[A:p] connect_timeout[30s]`. */
const REFUSED_BEHIND =
  /^["')\]]{0,2}:? (?:connect[_ ]?time(?:out|d out)|(?:connection|connect) (?:refused|timed out|timeout|failed|error)|(?:is |was )?(?:unreachable|not reachable)|no route to host)(?![a-z])/i;
/** `Connect: A failed`. */
const CONNECT_BEFORE = /(?:^|[:;,.\]|>)] )connect:? ["'([/]{0,2}$/i;
const FAILS_BEHIND =
  /^["')\]]{0,2}:? (?:failed|refused|timed out|timeout|error|unreachable|connection (?:refused|timed out))(?![a-z])/i;
/** A socket's call by its name, `ssh: connect to host A port 22: Connection refused`. */
const CALL_TO =
  /(?<![a-z])(?:re)?connect(?:ing|ed)? to (?:(?:the )?(?:[\w.-]{1,40} ){1,3}(?:at |on |via |\())?(?:(?:host|server|relay|peer|node|address) )?["'([/]{0,2}$/i;
const MAX_BEFORE = 112;
const MAX_BEHIND = 120;

/** Whom a call failed to reach, by what a language's runtime or the system's libraries say of it; null elsewhere. */
export function failedCall(text: string, end: Endpoint): Flow | null {
  if (!FAILURE.test(text)) return null;
  if (end.isPrefix || (end.isLoose && !text.includes("', ", end.start))) return null;
  const isBehind = (form: GatedForm) => matchBefore(form, text, end.start) !== null;
  if (isBehind(POOL)) return withPort(text, end, POOL_PORT);
  if (isBehind(SERVER_AT)) return withPort(text, end, SERVER_PORT);
  if (FORMS.some(isBehind)) return withPort(text, end, BARE_PORT);
  if (isClientPort(end.port)) return null;
  if (isConnectFailed(text, end)) return destinationFlow(end);
  const isRefused = isServicePort(end.port) && REFUSED_BEHIND.test(text.slice(end.end, end.end + MAX_BEHIND));
  return isRefused ? destinationFlow(end) : null;
}

function isConnectFailed(text: string, { start, end }: Endpoint): boolean {
  return (
    FAILS_BEHIND.test(text.slice(end, end + MAX_BEHIND)) &&
    CONNECT_BEFORE.test(text.slice(Math.max(0, start - MAX_BEFORE), start))
  );
}

/** Whether the text before an address tells that this host called it, as in `Connected to relay at A port 22`. */
export function isCallTo(before: string): boolean {
  return CALL_TO.test(before.slice(-MAX_BEFORE));
}

/** The port may stand behind the address in words. */
function withPort(text: string, end: Endpoint, form: RegExp): Flow {
  const match = end.port === null ? form.exec(text.slice(end.end, end.end + MAX_BEHIND)) : null;
  const port = match === null ? end.port : portNumber(match[1] ?? "");
  return destinationFlow({ ...end, port, end: end.end + (match?.[0].length ?? 0) });
}
