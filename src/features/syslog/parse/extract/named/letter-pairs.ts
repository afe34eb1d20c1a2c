import type { ParsedMessage } from "../../line";
import { setActionMeaning } from "../../values/action";
import { interfaceName } from "../beside/beside-places";

/** The rule, what it did, the address that the packet came in or goes out by, and perhaps the interface of this. */
const PAIRS =
  /^#:(\d{1,6}) R:([pd]) {1,4}([IO]):[\da-f.:]{3,39} .{1,160}?(?<![\w:])R:[a-z](?: I:([a-z]{2,8}\d{1,4}))?(?= |$)/i;

/** AIX' filter names all by a letter: `#:3 R:p  I:192.0.2.9 S:192.0.2.1 D:192.0.2.9 P:tcp … R:l I:en0 F:n`. */
export function takeLetterPairs(text: string, message: ParsedMessage): void {
  const [, rule, verdict = "", way = "", place] = text.startsWith("#:") ? (PAIRS.exec(text) ?? []) : [];
  if (rule === undefined) return;
  message.ruleId ??= rule;
  if (message.action === null)
    setActionMeaning(message, verdict, verdict.toLowerCase() === "p" ? "permit" : "deny");
  message.direction ??= way.toLowerCase() === "i" ? "in" : "out";
  message.interface ??= interfaceName(place);
  if (message.direction === "out") message.interfaceOut ??= message.interface;
}
