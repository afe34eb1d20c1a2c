import { isHostName } from "../../../format/host-name";

/**
 * What a person means by what was typed: an address or a name is a host, a URL is a page. Ports and networks are watched
 * elsewhere.
 */
export type Wanted =
  | { kind: "host"; address: string }
  | { kind: "page"; url: string }
  | { kind: "port"; host: string; port: string }
  | { kind: "network"; network: string }
  | { kind: "name"; name: string }
  | { kind: "unclear"; text: string };

/** Dotted quads and anything with two colons; the service has the last word on what an address is. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*:[\da-f:.]*(?:%\w+)?)$/i;

/** `tcp://nas:22`, `192.0.2.1:22`, `[2001:db8::1]:22`. */
const PORT = /^(?:(?:tcp|udp):\/\/)?(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})\/?$/i;

/** Undefined: nothing was typed. */
export function whatToWatch(text: string): Wanted | undefined {
  const typed = text.trim().replace(/^\[(.+)\]$/, "$1");
  if (typed === "") return undefined;
  if (ADDRESS.test(typed)) return { kind: "host", address: typed };
  if (/^https?:\/\//i.test(typed)) return { kind: "page", url: typed };
  const [, host, port] = PORT.exec(typed) ?? [];
  if (host !== undefined && port !== undefined)
    return { kind: "port", host: host.replaceAll(/[[\]]/g, ""), port };
  const [address = "", ...rest] = typed.split("/");
  if (rest.length > 0 && ADDRESS.test(address)) return { kind: "network", network: typed };
  if (isHostName(typed)) return { kind: "name", name: typed.replace(/\.$/, "").toLowerCase() };
  return { kind: "unclear", text: typed };
}
