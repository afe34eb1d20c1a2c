import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import { wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { transportName } from "../ends/transport";

/**
 * Who came and was kept out, by name or address and address, and what he asked for: `Host: A/A Port: 1 TCP Blocked`.
 */
const BLOCKED = new Hinted(
  /(?<![a-z])(?:host|attacker|source)[:=] ?[\w.:-]{1,253}\/([\da-f.:]{3,39})[,;]? port[:=] ?(\d{1,5})[,;]? (?:proto(?:col)?[:=] ?)?(tcp|udp)[,;]? (?:blocked|denied|dropped|rejected|banned)(?![\w-])/i,
  "port: |port:|port=",
);

/** The host that a guard of ports blocked, and the port that it had asked for. */
export function blockedHost(text: string): Flow | null {
  const match = BLOCKED.exec(text);
  const source = wholeEndpoint(match?.[1] ?? "");
  if (match === null || source === null || source.port !== null) return null;
  return {
    source,
    destination: null,
    start: match.index,
    end: match.index + match[0].lastIndexOf(" "),
    askedPort: portNumber(match[2] ?? "") || null,
    isAnswered: true,
    protocol: transportName(match[3] ?? ""),
  };
}
