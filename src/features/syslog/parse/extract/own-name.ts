import type { ParsedMessage } from "../line";

/** What a pair calls the device by. */
const OWN_NAME = /(?:^|[\s,;])(?:device_?(?:id|name)|dev_?(?:id|name))=["']?([\w.-]{1,64})/i;
const MAX_OWN_NAME = 96;

/** `ns-1: NetScreen device_id=ns-1`: what looks like a program's name is the device's; gives whether it is. */
export function takeOwnName(content: string, message: ParsedMessage): boolean {
  const { app, sourceHost } = message;
  if (app === null || sourceHost !== null) return false;
  const [, name = ""] = content.includes("dev") ? (OWN_NAME.exec(content.slice(0, MAX_OWN_NAME)) ?? []) : [];
  if (name !== app) return false;
  [message.sourceHost, message.app] = [app, null];
  return true;
}
