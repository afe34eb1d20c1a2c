import type { ParsedMessage } from "../../line";
import { OPEN_BRACKET } from "../../values/characters";

/** What a pair calls the device by. */
const OWN_NAME = /(?:^|[\s,;])(?:device_?(?:id|name)|dev_?(?:id|name))=["']?([\w.-]{1,64})/i;
const MAX_OWN_NAME = 96;
/** What firewalls begin each of their logs with, and by which name they go. */
const FIREWALL = "id=firewall ";
const FIREWALL_NAME = / fw="?([\w.:-]{1,64})/;
/** `<Code> 22555 <Type> AUDIT … <HwSource> backup-1`, where each value stands behind its name. */
const MARKED_NAME =
  /<(?:Hw|Hardware)?(?:Source|Host|Host ?Name|Device|Node|System)> ([\w.-]{1,64})(?= <| ?$)/i;
const MARKED = /^<[A-Za-z]{2,24}> \S/;
const MAX_MARKED_NAME = 320;

/** Who speaks, in brackets of their own: `[Time …] [Facility auth] [Sender sshd] [PID 800] …`, and at the end where. */
const SENDER =
  /^\[Time [^\]]{8,40}\] \[Facility [\w.-]{1,48}\] \[Sender ([\w./-]{1,64})\] \[PID (-?\d{1,10})\] /;
const SENT_AT = /\[Host ([\w.-]{1,64})\]\s*$/;
const MAX_SENT_AT = 96;
const TIME_BRACKET = "[Time ";
/**
 * How bad it is, when it was, the process and the place in its source, each in brackets: `[6][Sat Nov 21 10:49:59
 * 2026][3680](http.c:118)`.
 */
const PROCESS_BRACKET =
  /^\[(?:\d|[A-Za-z]{3,8})\] ?\[[\w :.,+/-]{8,40}\] ?\[(\d{1,10})\] ?[[(][\w./-]{1,48}\.\w{1,4}:\d{1,6}[\])]/;

/** Takes the program, its process and the host of a header whose fields all stand in brackets with their names. */
function takeBracketedHeader(content: string, message: ParsedMessage): void {
  if (message.app !== null || !content.startsWith(TIME_BRACKET)) return;
  const [, app, procid = ""] = SENDER.exec(content) ?? [];
  if (app === undefined) return;
  message.app = app;
  message.procid = procid.startsWith("-") ? null : procid;
  message.sourceHost ??= SENT_AT.exec(content.slice(-MAX_SENT_AT))?.[1] ?? null;
}

/**
 * `ns-1: NetScreen device_id=ns-1`, `backup-1: <Code> 7 <HwSource> backup-1`: what looks like a program's name is the
 * device's; gives whether it is.
 */
export function takeOwnName(content: string, message: ParsedMessage): boolean {
  takeBracketedHeader(content, message);
  if (content.startsWith(FIREWALL))
    message.sourceHost ??= FIREWALL_NAME.exec(content.slice(0, MAX_OWN_NAME))?.[1] ?? null;
  if (content.charCodeAt(0) === OPEN_BRACKET) message.procid ??= PROCESS_BRACKET.exec(content)?.[1] ?? null;
  const { app, sourceHost } = message;
  if (app === null || sourceHost !== null) return false;
  const name = MARKED.test(content)
    ? MARKED_NAME.exec(content.slice(0, MAX_MARKED_NAME))?.[1]
    : content.includes("dev")
      ? OWN_NAME.exec(content.slice(0, MAX_OWN_NAME))?.[1]
      : undefined;
  if (name !== app) return false;
  [message.sourceHost, message.app] = [app, null];
  return true;
}
