import type { Encryption } from "#platform/encryption";
import type { SnmpAccess } from "#platform/snmp/access";
import type { Credentials } from "./credentials";
import type { snmpProfiles } from "./tables";

export type SnmpProfileRow = typeof snmpProfiles.$inferSelect;

/** Throws UnreadableSecret. */
export function openSnmpAccess(encryption: Encryption, row: SnmpProfileRow): SnmpAccess {
  const secrets: Credentials = JSON.parse(encryption.decrypt(row.secrets));
  const { version, port, retries, authProtocol, privProtocol } = row;
  const patience = { port, timeoutMs: row.timeoutSeconds * 1000, retries };
  if (version !== "v3") return { ...patience, version, community: secrets.community ?? "" };
  return {
    ...patience,
    version,
    username: row.username ?? "",
    auth: authProtocol === null ? null : { protocol: authProtocol, key: secrets.auth_key ?? "" },
    priv: privProtocol === null ? null : { protocol: privProtocol, key: secrets.priv_key ?? "" },
    context: row.context ?? "",
  };
}
