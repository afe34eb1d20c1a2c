import { wordEnd } from "../values/characters";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";

const INFO = "info: ";
/** Before it stands at most the process and thread number, `[26931:0] `. */
const MAX_INFO_OFFSET = 32;

/** Unbound's log of queries, `[26931:0] info: 192.0.2.1 example.org. A IN`: the client's address. */
export function parseUnbound(body: string, { message }: Line): boolean {
  if (message.app !== "unbound") return false;
  const info = body.indexOf(INFO);
  if (info === -1 || info > MAX_INFO_OFFSET) return false;
  const start = info + INFO.length;
  const client = canonicalAddress(body.slice(start, wordEnd(body, start)));
  if (client === null) return false;
  message.parser = "unbound";
  message.srcIp = client;
  return true;
}
