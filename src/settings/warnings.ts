import { urlOfPeer } from "#platform/peers/peer";
import { ROLES } from "#platform/roles";
import type { Settings } from "./settings";

/** Things that work but that a person running this in production should know of. */
export function settingsWarnings(settings: Settings): string[] {
  const warnings: string[] = [];
  if (settings.SNMP_TRAP_PORT !== 0 && !settings.SYSLOG_ENABLED)
    warnings.push("SNMP_TRAP_PORT is set and SYSLOG_ENABLED is off: no traps are received");
  if (settings.FORWARDED_ALLOW_IPS !== undefined) {
    warnings.push("FORWARDED_ALLOW_IPS is ignored; name your proxies in TRUSTED_PROXY_IPS");
  }
  warnings.push(...ownKeyWarnings(settings), ...ownAddressWarnings(settings));
  if (settings.APP_ENV !== "production") return warnings;
  if (settings.APP_URL === "") warnings.push("APP_URL is empty: mails cannot carry links");
  if (settings.CORS_ORIGINS.includes("*"))
    warnings.push("CORS_ORIGINS has *: it is ignored, name the origins");
  warnings.push(...trustedHostWarnings(settings.TRUSTED_HOSTS));
  if (settings.SYSLOG_SENDER_ALLOWLIST.length === 0)
    warnings.push("SYSLOG_SENDER_ALLOWLIST is empty: any sender is heard");
  if (settings.SECRET_KEY === "") warnings.push("SECRET_KEY is unset: the one kept in DATA_DIR is used");
  if (settings.MASTER_KEY === "") warnings.push("MASTER_KEY is unset: the one kept in DATA_DIR is used");
  return warnings;
}

/** A key that was made here is nobody else's, and what others have signed or encrypted cannot be read by it. */
function ownKeyWarnings(settings: Settings): string[] {
  if (settings.ROLES.length === ROLES.length) return [];
  return (["SECRET_KEY", "MASTER_KEY"] as const)
    .filter((name) => settings[name] === "")
    .map((name) => `${name} is unset: processes that share a database need the same`);
}

function ownAddressWarnings({ INSTANCE_URL: address }: Settings): string[] {
  if (address === undefined) return [];
  try {
    urlOfPeer({ address }, "/");
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`INSTANCE_URL is not asked by other processes: ${reason}`];
  }
}

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

function trustedHostWarnings(hosts: readonly string[]): string[] {
  if (hosts.length === 0) return ["TRUSTED_HOSTS is empty: any Host header is accepted"];
  if (hosts.includes("*")) return ["TRUSTED_HOSTS has *: any Host header is accepted"];
  if (hosts.every((host) => LOOPBACK_HOST.test(host)))
    return ["TRUSTED_HOSTS has loopback names only: others cannot reach the service by its name"];
  return [];
}
