import { isServicePort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/** Where somebody logged in: `Successful login at A:443`, `admin logged on to https A:443`. */
const ENTERED =
  /(?<![a-z])(?:log[io]n|logon|logout|logoff|logged[ -](?:in|on|out|off)|sign(?:ed)?[ -]in)(?: attempt| failed| failure| succeeded)? (?:at|on|to|on to|into)(?: (?:the )?(?:server|host|device|address|ip|https?|ssh|telnet|web|gui))? ?["'([]?$/i;
/** Where from: `Session: HTTP (A)`, `from A`, `client A`. */
const CAME_FROM =
  /(?:(?<![a-z])(?:from|by|client|via)(?: (?:ip|host|address|client))?[ :=]{1,2}["'([]?|(?<![a-z])(?:session|interface|access|protocol|source)[ :=]{1,2}["']?[A-Za-z]{2,8} \()$/i;
const MAX_BEFORE = 64;

/**
 * Whose service somebody logged in to, and where from, where that is told behind it: of an address at which somebody
 * did, with
 * the port of a service, nobody came.
 */
export function enteredService(text: string, ends: readonly Endpoint[]): Flow | null {
  const before = ({ start }: Endpoint) => text.slice(Math.max(0, start - MAX_BEFORE), start);
  const entered = ends.find(
    (end) => isServicePort(end.port) && !end.isPrefix && !end.isLoose && ENTERED.test(before(end)),
  );
  if (entered === undefined) return null;
  const others = ends.filter(({ ip }) => ip !== entered.ip);
  const source = others.find((end) => !end.isPrefix && CAME_FROM.test(before(end)));
  if (source === undefined) return others.length === 0 ? destinationFlow(entered) : null;
  return {
    source,
    destination: entered,
    start: Math.min(source.start, entered.start),
    end: Math.max(source.end, entered.end),
  };
}
