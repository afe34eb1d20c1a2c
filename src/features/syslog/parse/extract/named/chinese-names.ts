import type { ParsedMessage } from "../../line";
import { setActionMeaning } from "../../values/action";
import { fieldText, MAX_RULE_LENGTH } from "../../values/field-text";
import { isAscii } from "../../values/hinted";
import { VERDICT_RULE } from "../names/verdict-values";

/** Han characters, and the marks that are as wide. */
const HAN = /[\u4e00-\u9fff]/;
const WIDE_MARKS = /[：，；＝｜]/g;
const NARROW = new Map([
  ["：", ":"],
  ["，", ","],
  ["；", ";"],
  ["＝", "="],
  ["｜", "|"],
]);
/** The words that names are put together of, the longer ones first. */
const WORDS = new Map([
  ["入接口", "in_if"],
  ["源接口", "in_if"],
  ["出接口", "out_if"],
  ["目的接口", "out_if"],
  ["客户端", "client"],
  ["服务器", "server"],
  ["服务端", "server"],
  ["数据库IP", "server_ip"],
  ["数据库地址", "server_ip"],
  ["数据库端口", "server_port"],
  ["被攻击IP", "victim_ip"],
  ["受害IP", "victim_ip"],
  ["攻击IP", "attacker_ip"],
  ["登录IP", "client_ip"],
  ["登录地址", "client_ip"],
  ["访问IP", "client_ip"],
  ["攻击源", "attacker"],
  ["攻击者", "attacker"],
  ["受害者", "victim"],
  ["IP地址", "ip"],
  ["转换后源", "nat_src"],
  ["转换后的源", "nat_src"],
  ["转换后目的", "nat_dst"],
  ["转换后的目的", "nat_dst"],
  ["NAT后源", "nat_src"],
  ["NAT后目的", "nat_dst"],
  ["转换后的", "nat_"],
  ["转换后", "nat_"],
  ["来源", "src"],
  ["源", "src"],
  ["目的", "dst"],
  ["目标", "dst"],
  ["地址", "ip"],
  ["端口", "port"],
  ["协议", "proto"],
]);
const WORD = new RegExp([...WORDS.keys()].join("|"), "g");
/** What stands before the one end that a line of a translation tells anew; whose it is tells the kind. */
const TRANSLATED = new Set(["转换后的", "转换后"]);
const DNAT = /dnat|目的(?:地址)?(?:转换|NAT)|目标(?:地址)?(?:转换|NAT)/i;
/** `clientIP/192.0.2.1,`: of these a slash is the sign. */
const SLASHED = /(?<![\w.])((?:src|dst|client|server|attacker|victim)(?:ip|port)|proto)\/(?=[\da-z])/gi;
const DENIED = "阻断|拦截|拒绝|阻止|禁止|封禁|封堵|屏蔽|阻拦";
const DROPPED = "丢弃";
const ALLOWED = "允许|放行";
/** What was done, as the value of what is called an action, a handling, a result. */
const VERDICT = new RegExp(
  String.raw`(?:动作|处置|处理|结果|响应|方式|措施)["']?[:：=＝/\s]{1,3}["']?(?:((?:已)?(?:${DENIED}))|((?:已)?${DROPPED})|((?:已)?(?:${ALLOWED})))`,
);
/** What was done with whom two ends are told of: `192.0.2.1访问203.0.113.5被拒绝`. */
const DONE = /(?<![未没不])(?:已?被|予以)(?:(阻断|拦截|拒绝|阻止|禁止|封禁|封堵)|(丢弃)|(允许|放行))/;
/** The same as a column of its own, of a row that both ends are told of. */
const VERDICT_COLUMN = new RegExp(
  String.raw`[\t|,;^] ?"?(?:((?:已)?(?:${DENIED}))|((?:已)?${DROPPED})|((?:已)?(?:${ALLOWED})))"?(?= ?[\t|,;^]|\s*$)`,
);

/** What filtered, by its name or its number. */
const RULE =
  /(?:策略|规则|访问控制列表)(?:名称|名|ID|id|编号|号)?["']?(?:\s?[:：=＝]\s?|(?<=(?:^|[,，;；|])(?:触发|命中|匹配)?(?:策略|规则)(?:名称|名|ID|id|编号|号)?)\/(?=[\w.-]{1,80}(?:[,，;；|]|$)))["']?([^\s,，;；|｜"'()\]]{1,80})/;
/** Who calls whom: `[192.0.2.1]访问[203.0.113.5]`. */
const CALLS =
  /([\d\])】])\s?(?:(?:尝试|正在|成功|试图)?(?:访问|连接|登录|攻击|扫描|请求)(?:了|到|至)?)\s?(?=[[(【]?(?:\d{1,3}\.){3}\d)/g;
/** Why it was let through or not. */
const REASON = /原因(?:描述)?["']?\s?[:：=＝]\s?["']?([^\s,，;；|｜"'\]]{1,80})/;
const NOTHING = /^(?:-|null|none|any|无|空|未知)$/i;

/** A verdict where a rule is asked for. */
const HAN_VERDICT = new RegExp(`^(?:已)?(?:${DENIED}|${DROPPED}|${ALLOWED})$`);

/** Whether a text has names that this file knows words of. */
export function isHan(text: string): boolean {
  return !isAscii(text) && HAN.test(text);
}

/** The text with the names of ends, ports, protocols and interfaces as `srcIP`, `dstport`; what else is said stays. */
export function withPlainNames(text: string): string {
  const isOfTarget = DNAT.test(text);
  return text
    .replaceAll(WIDE_MARKS, (mark) => NARROW.get(mark) ?? mark)
    .replaceAll(WORD, (word) => (isOfTarget && TRANSLATED.has(word) ? "nat_dst_" : (WORDS.get(word) ?? word)))
    .replaceAll(SLASHED, "$1=")
    .replaceAll(CALLS, "$1 connection to ");
}

/** The rule and the reason, whose values stay as they are written. */
export function takeHanRule(text: string, message: ParsedMessage): void {
  const said = (form: RegExp) => {
    const value = form.exec(text)?.[1] ?? "";
    const isNone = NOTHING.test(value) || VERDICT_RULE.test(value) || HAN_VERDICT.test(value);
    return isNone ? "" : value;
  };
  message.ruleId = fieldText(said(RULE), MAX_RULE_LENGTH) ?? message.ruleId;
  message.reason = fieldText(said(REASON)) ?? message.reason;
}

/** The verdict, in the line's own word. */
export function takeHanVerdict(text: string, message: ParsedMessage): void {
  if (message.action !== null) return;
  const areBoth = message.srcIp !== null && message.dstIp !== null;
  const [, denied, dropped, allowed] =
    VERDICT.exec(text) ?? (areBoth ? (DONE.exec(text) ?? VERDICT_COLUMN.exec(text)) : null) ?? [];
  const word = denied ?? dropped ?? allowed;
  if (word === undefined) return;
  setActionMeaning(message, word, denied !== undefined ? "deny" : dropped !== undefined ? "drop" : "allow");
}
