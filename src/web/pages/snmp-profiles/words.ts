import type { SnmpProfile } from "./api";

const PROTOCOL_NAMES: Readonly<Record<string, string>> = {
  md5: "MD5",
  sha: "SHA-1",
  sha256: "SHA-256",
  sha512: "SHA-512",
  des: "DES",
  aes: "AES-128",
  aes256: "AES-256",
};

export function protocolName(protocol: string): string {
  return PROTOCOL_NAMES[protocol] ?? protocol;
}

/** How a profile proves who asks: `netatlas, SHA-256, AES-128`. */
export function describeSecurity(profile: SnmpProfile): string {
  const {
    version,
    username,
    auth_protocol: auth,
    priv_protocol: priv,
    has_community: hasCommunity,
  } = profile;
  if (version !== "v3") return hasCommunity ? "community" : "no community: give it anew";
  return [
    username ?? "",
    auth === null ? "not authenticated" : protocolName(auth),
    priv === null ? "not encrypted" : protocolName(priv),
  ].join(", ");
}
