import type { ParsedMessage } from "../../line";
import { fieldText } from "../../values/field-text";
import type { JsonObject } from "../../values/json-values";

/**
 * Takes the process of an object that a program printed of itself, as pino and bunyan do: its host, its level as a
 * number and its
 * process are told beside each other, and by bunyan, which numbers its form (`v`), the program as well. What else has a
 * `pid`
 * tells of another's process as often.
 */
export function takeObjectHead(object: JsonObject, message: ParsedMessage): void {
  const { pid, hostname, level, name, v } = object;
  if (message.app !== null || message.procid !== null) return;
  if (typeof pid !== "number" || typeof level !== "number" || typeof hostname !== "string") return;
  message.procid = fieldText(String(pid));
  if (typeof v === "number" && typeof name === "string") message.app = fieldText(name);
}
