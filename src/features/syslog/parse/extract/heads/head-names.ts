import type { ParsedMessage } from "../../line";
import { fieldText } from "../../values/field-text";

const MAX_HEAD = 200;
const LEVEL =
  "(?:TRACE|DEBUG\\d?|VERBOSE|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|PANIC|ANY|trace|debug|info|notice|warn(?:ing)?|err(?:or)?|crit|alert|emerg|fatal)";
const PID = String.raw`(?<procid>\d{1,10})`;
const APP = String.raw`(?<app>[A-Za-z][\w.-]{1,47})`;

/**
 * Heads of lines by what the text behind their time, or the whole text, begins with, each with the process, and perhaps
 * program and host.
 */
const FORMS: readonly (readonly [start: string, form: RegExp])[] = [
  // Ruby's `I, [2026-11-21T10:49:59.123456 #7]  INFO -- app: `.
  ["DIWEFA", new RegExp(String.raw`^[DIWEFA], \[[\dT:. -]{19,32} ?#${PID}\] {1,2}${LEVEL} -- (?:${APP})?: `)],
  // Go's klog, whose third column is the process; glog's is a thread.
  [
    "IWEF",
    new RegExp(String.raw`^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{6} {1,8}${PID} [\w./-]{1,64}\.go:\d{1,6}\] `),
  ],
  // Redis' `7:M 21 Nov 2026 10:49:59.123 * `.
  [
    "[0123456789",
    new RegExp(
      String.raw`^(?:${PID}:[XCSM]|\[(?<number>\d{1,10})\]) \d\d [A-Z][a-z]{2} (?:\d{4} )?\d\d:\d\d:\d\d[.\d]{0,4} [.*#-] `,
    ),
  ],
  // OpenStack's `7 INFO nova.compute [req-…`.
  ["0123456789", new RegExp(String.raw`^${PID} ${LEVEL} [\w.-]{2,64} \[(?:req-|-\])`)],
  // Chromium's `[7:8:1121/104959.123456:ERROR:net.cc(12)] `, of NATS, of Nest.
  ["[", new RegExp(String.raw`^\[${PID}:\d{1,20}:(?:\d{4}\/|\d{8},)\d{6}\.\d{3,6}:[A-Z]`)],
  ["[", new RegExp(String.raw`^\[${PID}\] \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \[[A-Z]{3}\] `)],
  // Kannel's `[712] [4] INFO: `, behind whose process the thread stands.
  ["[", new RegExp(String.raw`^\[${PID}\] \[\d{1,6}\] ${LEVEL}: `)],
  ["[", new RegExp(String.raw`^\[Nest\] ${PID} {1,2}- `)],
  // PostgreSQL's `[7] alice@db LOG:  `, `[7]: [3-1] user=a,db=b LOG:  `.
  [
    "[ACEHIJKMNPW",
    new RegExp(
      String.raw`^(?:[A-Z]{3,4} )?\[${PID}(?:-\d{1,9})?\]:? (?:\[\d{1,9}-\d{1,9}\] )?(?:[^\s:]{1,96} ){0,2}(?:LOG|ERROR|FATAL|PANIC|WARNING|STATEMENT|DETAIL|HINT|CONTEXT): {1,2}\S`,
    ),
  ],
  [
    ":",
    new RegExp(
      String.raw`^:[^\s[\]]{0,128}:\[${PID}\]:(?:LOG|ERROR|FATAL|PANIC|WARNING|STATEMENT|DETAIL|HINT|CONTEXT):`,
    ),
  ],
  // nginx' `[error] 7#8: *9 `.
  ["[", new RegExp(String.raw`^\[${LEVEL}\] ${PID}#\d{1,10}: `)],
  // Spring's `INFO 7 --- [main] `.
  [
    "TDIWEF",
    new RegExp(String.raw`^(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) {1,2}(?:\[[^[\]]{0,96}\] )?${PID} --- \[`),
  ],
  // Pino's `[…] INFO (app/7 on fw-1): ` and bunyan's `[…]  INFO: app/7 on fw-1: `.
  [
    "[",
    new RegExp(
      String.raw`^\[[\d:. +TZ-]{8,40}\] {1,2}${LEVEL} \((?:${APP}\/)?${PID}(?: on (?<host>[\w.-]{1,64}))?\): `,
    ),
  ],
  [
    "[",
    new RegExp(
      String.raw`^\[[\d:.TZ-]{19,32}\] {1,2}${LEVEL}: ${APP}(?:\/[\w.-]{1,48})?\/${PID} on (?<host>[\w.-]{1,64})[: ]`,
    ),
  ],
  // Unbound's and NSD's own files: `[1795258199] unbound[7:0] info: `.
  ["[", new RegExp(String.raw`^\[\d{10}(?:\.\d{1,9})?\] ${APP}\[${PID}:[\da-f]{1,8}\] ${LEVEL}: `)],
  // Of Sidekiq, and of whoever has it named: `7 TID-abc INFO: `.
  ["0123456789", new RegExp(String.raw`^${PID} TID-\w{1,16} `)],
];
/** What any of them begins with. */
const STARTS = new Set(FORMS.flatMap(([starts]) => starts.split("")));
/** Gunicorn's, whose time has its offset: `[2026-11-21 10:49:59 +0000] [7] [INFO] `. */
const WORKER = new RegExp(
  String.raw`^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[${PID}\] \[[A-Z]{4,8}\] `,
);
/** Samba's, behind time and level. */
const NAMED = new RegExp(
  String.raw`^\[\d{4}[-/]\d\d[-/]\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?, {1,2}\d{1,2}, pid=${PID}[,\]]`,
);
/**
 * A program with its process in brackets or, of three digits at least, in parentheses, before a level or a sentence:
 * `app[7] INFO: `, `- app[7] - `.
 */
const PROGRAM = new RegExp(
  String.raw`^(?:- )?(?<app>[a-z][\w.-]{1,47}) {0,24}(?:\[${PID}\](?:: {1,2}| (?:- |${LEVEL}[: ] {0,8}))|\((?<number>\d{3,10})\): )`,
);

/** The same in front of a whole date: `ICE[712] 2026-11-21 10:49:59: `. */
const BEFORE_TIME = new RegExp(String.raw`^${APP}\[${PID}\]:? {1,2}(?=20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:)`);

/**
 * Takes from the head of a `text`, behind whose time `content` stands, the program, its process and its host, where no
 * header told them.
 */
export function takeHeadNames(text: string, content: string, message: ParsedMessage): void {
  const whole = text.slice(0, MAX_HEAD);
  const behind = content === text ? whole : content.slice(0, MAX_HEAD).trimStart();
  const groups = groupsOf(whole, behind);
  if (groups === undefined) return;
  message.app = fieldText(groups["app"] ?? "");
  message.procid ??= fieldText(groups["procid"] ?? groups["number"] ?? "");
  message.sourceHost = fieldText(groups["host"] ?? "");
}

function groupsOf(whole: string, behind: string): Record<string, string> | undefined {
  const first = behind.charAt(0);
  const before = whole.charAt(0);
  const mayBegin = STARTS.has(first) || STARTS.has(before);
  for (const [start, form] of mayBegin ? FORMS : []) {
    const groups =
      (start.includes(first) && first !== "" ? form.exec(behind)?.groups : undefined) ??
      (behind !== whole && start.includes(before) ? form.exec(whole)?.groups : undefined);
    if (groups !== undefined) return groups;
  }
  const isBracketed = before === "[";
  const worker = isBracketed ? (WORKER.exec(whole) ?? NAMED.exec(whole)) : null;
  const program = behind.includes("[") || behind.includes("(") ? PROGRAM.exec(behind) : null;
  return (worker ?? (whole.includes("[") ? BEFORE_TIME.exec(whole) : null) ?? program)?.groups;
}
