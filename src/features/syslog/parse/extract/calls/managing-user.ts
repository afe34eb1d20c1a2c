import { wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const AHEAD = String.raw`((?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:]{3,39}\]|[\da-f]{0,4}:[\da-f:]{2,38}[\da-f])`;
/** What accounts for commands is called. */
const ACCOUNT = String.raw`(?<![a-z])(?:[a-z]{2,8}[_-]?)?(?:cmds?|commands?|cli|acct|accounting|audit)(?:[_ -](?:acct|accounting|audit|log|record|exec|execution))?`;
/** `CMD_ACCT:su@A: no shutdown`: who gave a command, from where, in front of it. */
const BEFORE_COMMAND = new RegExp(
  String.raw`${ACCOUNT}(?: by| from| user)?[:=] ?["'[(]?[\w.\\-]{1,32}@${AHEAD}(?:["'\])]?[:;,](?=[ "']|$)|[\])] (?=\S))`,
  "i",
);
/** `CLMcmd: wr mem,neteng@A`: behind it. */
const BEHIND_COMMAND = new RegExp(
  String.raw`${ACCOUNT}[:=] [^@]{1,160}(?:[,;|] ?|(?<= )(?:by|user|from)[ :=]{1,2})["'[(]?[\w.\\-]{1,32}@${AHEAD}["'\])]?\s*$`,
  "i",
);
/** What somebody did who has an account: not what is done to a network. */
const DONE = String.raw`(?:log-?(?:in|on|out|off)|logged (?:in|on|out|off)|add(?:ed)?|delet(?:e|ed|ion)|del|remov(?:e|ed|al)|edit(?:ed)?|modif(?:y|ied|ication)|chang(?:e|ed)|creat(?:e|ed|ion)|set|updat(?:e|ed)|sav(?:e|ed)|enabled?|disabled?|reboot(?:ed)?|restor(?:e|ed)|backup|upgrad(?:e|ed)|import(?:ed)?|export(?:ed)?|configur(?:e|ed|ation)|clear(?:ed)?|reset|upload(?:ed)?|download(?:ed)?|appl(?:y|ied)|commit(?:ted)?)`;
const OUTCOME = String.raw`(?: (?:was |is |has )?(?:success(?:ful|fully)?|succeed(?:ed|s)?|fail(?:ed|ure|s)?|ok|done|completed))?`;
const USER = String.raw`(?:(?:user|admin|administrator|operator|account) )?["']?(?!(?:the|a|an|rule|policy|timeout|cron|system|scheduler|peer|server|client|remote|local|request|default)(?![\w.-]))[A-Za-z][\w.@\\-]{1,31}["']?`;
/** `delete successful at A by admin`: where somebody is who changed something. */
const AT_BY = new RegExp(
  String.raw`(?<![a-z])${DONE}${OUTCOME} (?:at|from|on|via) (?:(?:host|ip|address|client|station) )?["'[(]?${AHEAD}["'\])]?,? by ${USER}[.,;]?\s*(?:$|[(,;])`,
  "i",
);
/** The same with who did it first. */
const BY_AT = new RegExp(
  String.raw`(?<![a-z])${DONE}${OUTCOME} by ${USER} at (?:(?:host|ip|address|client|station) )?["'[(]?${AHEAD}["'\])]?[.,;]?\s*(?:$|[(,;])`,
  "i",
);
const MAX_LENGTH = 320;

/** What a program that accounts for commands is called. */
const ACCOUNTING = new RegExp(`${ACCOUNT}$`, "i");
/** Of which somebody's name at an address may be a part. */
const GOES_ON = /(?<![\w-])(?:ssh|scp|sftp|rsync|telnet|copy|git|curl|wget|mail|ping)(?![\w-])/i;

/** Who manages a device by commands or pages, and from where; null where a text tells none. */
export function managingUser(said: string, program: string): Flow | null {
  if (said.length > MAX_LENGTH) return null;
  const label = said.includes("@") && ACCOUNTING.test(program) ? `${program}: ` : "";
  const flow = userIn(`${label}${said}`);
  return flow === null ? null : { ...flow, start: flow.start - label.length, end: flow.end - label.length };
}

function userIn(text: string): Flow | null {
  const byMailbox = text.includes("@") ? commandBy(text) : null;
  const match = byMailbox ?? (text.includes(" by ") ? (AT_BY.exec(text) ?? BY_AT.exec(text)) : null);
  const source = match === null ? null : wholeEndpoint(match[1] ?? "");
  if (match === null || source === null) return null;
  const start = text.indexOf(match[1] ?? "", match.index);
  return { source, destination: null, start, end: start + (match[1] ?? "").length };
}

function commandBy(text: string): RegExpExecArray | null {
  return BEFORE_COMMAND.exec(text) ?? (GOES_ON.test(text) ? null : BEHIND_COMMAND.exec(text));
}
