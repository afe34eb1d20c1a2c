import { parseAddress } from "#platform/ip";
import { Connection, talkOver } from "#platform/probe/connection";
import type { ProbeLimits } from "#platform/probe/endpoint";
import { cleanText } from "../clean-text";
import type { ServiceText } from "../models";
import { elementText, fieldsOf, readHttpHead } from "../services/http-text";
import { requestFor } from "../services/web-page";
import type { DatagramRound } from "./datagram-round";

const PORT = 1900;
const GROUP = "239.255.255.250";
/** What `MX` lets them wait, and a little. */
const WAIT_MS = 1500;
const QUESTION = Buffer.from(
  [
    "M-SEARCH * HTTP/1.1",
    `HOST: ${GROUP}:${PORT}`,
    'MAN: "ssdp:discover"',
    "MX: 1",
    "ST: upnp:rootdevice",
    "",
    "",
  ].join("\r\n"),
);
/** Descriptions begin with what is looked for. */
const MAX_DESCRIPTION_BYTES = 64_000;
/** Far from where a field is cut. */
const MAX_PATH = 128;

/** Where a host has the description of itself. */
export type DescriptionPlace = { port: number; path: string };

/** What a device says of itself; empty texts where it does not. */
export type UpnpDescription = { friendlyName: string; text: string };

type Asking = { from: readonly string[]; onPlace: (address: string, place: DescriptionPlace) => void };

/** Asks hosts on our segments where they describe themselves (UPnP Device Architecture 1.1, section 1.3). */
export function ssdpRound(addresses: readonly string[], { from, onPlace }: Asking): DatagramRound {
  return {
    addresses,
    port: PORT,
    // Every device answers it, so it goes out once.
    group: { address: GROUP, from, requests: () => [QUESTION] },
    // Many answer from another port.
    isFromPort: false,
    request: () => QUESTION,
    read: (address, octets) => {
      const place = readDescriptionPlace(octets, address);
      if (place !== null) onPlace(address, place);
      return place !== null;
    },
    waitMs: WAIT_MS,
  };
}

/**
 * Where the description is that an answer names: by plain HTTP on the very host that sent the answer, with a path
 * alone. Null for all else, so that nobody has us ask others, or ask for what does something.
 */
export function readDescriptionPlace(octets: Buffer, address: string): DescriptionPlace | null {
  const text = octets.toString("latin1");
  if (!/^HTTP\/1\.[01] 200/.test(text)) return null;
  const location = fieldsOf(text).get("location") ?? "";
  if (!URL.canParse(location)) return null;
  const { protocol, hostname, port, pathname, search, username } = new URL(location);
  const isItsOwn = parseAddress(hostname)?.toString() === address && protocol === "http:";
  if (!isItsOwn || search !== "" || username !== "" || pathname.length > MAX_PATH) return null;
  return { port: port === "" ? 80 : Number(port), path: pathname };
}

/**
 * Reads the description, at most 64 kB of it; redirects are not followed. @throws ProbeTrouble, the signal's reason.
 */
export function readDescription(
  { address, port, path }: DescriptionPlace & { address: string },
  limits: ProbeLimits,
): Promise<UpnpDescription | null> {
  const target = { address, port };
  return talkOver(new Connection(target, { isCut: true }), limits, async (connection) => {
    connection.write(requestFor(target, path));
    const answer = await connection.readSome((unread) => unread.length >= MAX_DESCRIPTION_BYTES);
    const head = readHttpHead(answer);
    return head === undefined ? null : parseDescription(head.body);
  });
}

/** Of the outermost device, which stands first. */
export function parseDescription(document: string): UpnpDescription | null {
  const part = (name: string) => elementText(document, name);
  const friendlyName = part("friendlyName");
  const kind = /^urn:[^:]+:device:([^:]+)/.exec(part("deviceType"))?.[1] ?? "";
  const words = [friendlyName, part("manufacturer"), part("modelName"), part("modelNumber"), kind];
  const text = cleanText(words.filter((word) => word !== "").join(", "));
  return text === "" ? null : { friendlyName, text };
}

/** A description as what a service says. */
export function serviceOf({ text }: UpnpDescription, port: number): ServiceText {
  return { port, kind: "upnp", text };
}
