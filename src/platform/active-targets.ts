import { isIP } from "node:net";
import { parseAddress, type Address } from "./ip";
import { lookUpName, type LookUpName } from "./name-lookup";
import { kindOfTarget, kindsOfRange } from "./target-address";

export type ActiveTargetRule = {
  /** Addresses outside of private networks are targets, too. */
  mayBePublic: boolean;
};

/** Why nothing is sent to an address; undefined: it may be. */
export type Refusal = (address: Address) => string | undefined;

export const REFUSED_ALWAYS = "Link-local, metadata and multicast addresses cannot be targets";
const REFUSED_PUBLIC =
  "Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.";
const REFUSED_SPELLING = "An address must be written as 192.0.2.1 or 2001:db8::1";
const REFUSED_PRIVATE = "the host is private, and NOTIFICATION_BLOCK_PRIVATE_TARGETS is set";

/**
 * Why the service does not send anything to an address on behalf of a user; undefined: it may. For an address that is
 * connected to, not a name that could mean another one a moment later.
 */
export function refusalOfTarget(address: Address, { mayBePublic }: ActiveTargetRule): string | undefined {
  switch (kindOfTarget(address)) {
    case "private":
      return undefined;
    case "public":
    case "reserved":
      return mayBePublic ? undefined : REFUSED_PUBLIC;
    case "link-local":
    case "metadata":
    case "unusable":
      return REFUSED_ALWAYS;
  }
}

/** What stands against sending to some address of a range, which has `first` and `last` in it; undefined: nothing. */
export function troubleOfRange(
  first: Address,
  last: Address,
  { mayBePublic }: ActiveTargetRule,
): "public" | "never" | undefined {
  const kinds = kindsOfRange(first, last);
  if (!mayBePublic && (kinds.has("public") || kinds.has("reserved"))) return "public";
  const isRefused = kinds.has("link-local") || kinds.has("metadata") || kinds.has("unusable");
  return isRefused ? "never" : undefined;
}

/** The rule of checks and monitors, which whoever may write monitoring has made. */
export const refusalOfCheck: Refusal = (address) => refusalOfTarget(address, { mayBePublic: true });

/**
 * The rule of notices where private targets are blocked. Whatever is not a public host may be one of this machine or of
 * its networks.
 */
export const refusalOfNotice: Refusal = (address) =>
  kindOfTarget(address) === "public" ? undefined : REFUSED_PRIVATE;

/** The host is none that may be sent to; the message says why. */
export class RefusedTargetError extends Error {
  override readonly name = "RefusedTargetError";
}

type ResolveOptions = {
  refusal: Refusal;
  lookUp?: LookUpName;
};

/**
 * All addresses of a host, each of them judged: what to connect to, and to nothing else, as a second look-up may give
 * another answer. A name is refused when one of its addresses is.
 * @throws RefusedTargetError, and an error with the resolver's code, such as `ENOTFOUND`, where a name has no address.
 */
export async function resolveTarget(
  host: string,
  { refusal, lookUp = lookUpName }: ResolveOptions,
): Promise<[Address, ...Address[]]> {
  const bare = host.replace(/^\[|\]$/g, "");
  const isAddress = parseAddress(bare) !== undefined;
  if (!isAddress && isOddSpelling(bare)) throw new RefusedTargetError(REFUSED_SPELLING);
  const texts = isAddress ? [bare] : await lookUp(bare);
  const [first, ...others] = texts.map((text) => judged(text, refusal));
  if (first === undefined)
    throw Object.assign(new Error(`cannot resolve ${bare}: it has no address`), { code: "ENODATA" });
  if (isOddSpelling(bare)) throw new RefusedTargetError(REFUSED_SPELLING);
  return [first, ...others];
}

/** @throws RefusedTargetError */
function judged(text: string, refusal: Refusal): Address {
  const address = parseAddress(text);
  // With a zone, as fe80::1%eth0.
  if (address === undefined) throw new RefusedTargetError(REFUSED_ALWAYS);
  const reason = refusal(address);
  if (reason !== undefined) throw new RefusedTargetError(reason);
  return address;
}

/**
 * The host of a URL, without the brackets of IPv6.
 * @throws RefusedTargetError where it is an address in an odd spelling, which a URL's parser makes a plain one of.
 */
export function hostOfUrl(text: string, base?: URL): string {
  const { hostname } = new URL(text, base);
  const host = hostname.replace(/^\[|\]$/g, "");
  const authority = /^\s*(?:[a-z][a-z\d+.-]*:)?[\\/]{2,}([^\\/?#]*)/i.exec(text)?.[1];
  if (isIP(host) === 0 || (authority === undefined && hostname === base?.hostname)) return host;
  const [, bracketed, plain] = /^(?:.*@)?(?:\[([^\]]*)\]|([^:]*))/s.exec(authority ?? "") ?? [];
  const written = bracketed ?? plain ?? "";
  if (isOddSpelling(written) || parseAddress(written)?.toString() !== parseAddress(host)?.toString()) {
    throw new RefusedTargetError(REFUSED_SPELLING);
  }
  return host;
}

/**
 * Whether a host is an address in a way of writing that some read and others do not: a number, octal, hexadecimal, less
 * than four parts (all of them what inet_aton takes, and a URL's parser), IPv4 within IPv6, or with a zone.
 */
function isOddSpelling(host: string): boolean {
  const address = parseAddress(host);
  if (host.includes(":")) return address === undefined || address.kind() === "ipv4";
  // Its last label is a number: by the URL standard such a host can only be an address.
  return address === undefined && /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(host);
}
