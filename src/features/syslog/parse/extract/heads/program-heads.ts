import type { ParsedMessage } from "../../line";
import { isDigit } from "../../values/characters";
import { wordSet } from "../../values/word-list";

const LEVEL = String.raw`(?:TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|SEVERE|ALERT|EMERG|FATAL|PANIC|LOG)`;
/** Behind the time its process and its thread before a level: `[4067] [4] INFO: `. */
const PROCESS = new RegExp(String.raw`^\[(\d{1,10})\] \[\d{1,10}\] \[?${LEVEL}\]?(?=[:\s])`, "i");
/** The same by its name: `[PID:34237]`, `[pid 3318]`. */
const NAMED_PROCESS = /\[pid[:= ] ?(\d{1,10})\]/i;
/** A program with its level and a colon behind the time: `netdata INFO  : `. */
const PROGRAM = new RegExp(String.raw`^([a-z][a-z\d_-]{2,23}) ${LEVEL}\s{0,4}: `);
/** What Go's programs set before the time, `[nsqd] 2026/11/21 10:49:59`, where it is no part of a program. */
const PREFIX = /^\[([a-z][a-z\d]{2,23})\] 20\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d/;
const PARTS = wordSet(
  `trace debug verbose info notice warn warning err error crit critical alert emerg fatal panic log main core http https
  server client worker proxy api web app db database cache auth grpc rpc tcp udp tls ssl dns admin router handler thread
  scheduler monitor manager master access system default network net internal queue job task test dev prod`,
);
/** Redis' `7:M 21 Nov 2026 10:49:59.123`. */
const COUNTED_PROCESS = /^(\d{1,10}):[A-Z] \d\d [A-Z][a-z]{2} 20\d\d /;
const OPEN = "[";
const MAX_HEAD = 320;

/** Takes the program and its process from the head of a line that has no header, in front of its time or behind it. */
export function takeHead(body: string, content: string, message: ParsedMessage): void {
  if (message.app !== null || message.procid !== null) return;
  if (body.startsWith(OPEN)) {
    const [, prefix] = PREFIX.exec(body) ?? [];
    if (prefix !== undefined && !PARTS.has(prefix)) message.app = prefix;
  }
  if (content.length < body.length) message.app ??= PROGRAM.exec(content.replace(/^: /, ""))?.[1] ?? null;
  message.procid = isDigit(body.charCodeAt(0)) ? (COUNTED_PROCESS.exec(body)?.[1] ?? null) : null;
  if (message.procid !== null || !content.includes(OPEN)) return;
  const head = content.slice(0, MAX_HEAD);
  message.procid =
    (head.startsWith(OPEN) ? PROCESS.exec(head)?.[1] : null) ?? NAMED_PROCESS.exec(head)?.[1] ?? null;
}
