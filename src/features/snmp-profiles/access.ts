import type { Encryption } from "#platform/encryption";
import type { AUTH_PROTOCOLS, Credentials, PRIV_PROTOCOLS } from "./credentials";
import type { snmpProfiles } from "./tables";

type Protected<Protocol> = { protocol: Protocol; key: string };

/** How an agent is asked, with the secrets open: never kept longer than a request takes. */
export type SnmpAccess = {
  port: number;
  /** Of each try. */
  timeoutMs: number;
  retries: number;
} & (
  | { version: "v1" | "v2c"; community: string }
  | {
      version: "v3";
      username: string;
      auth: Protected<(typeof AUTH_PROTOCOLS)[number]> | null;
      priv: Protected<(typeof PRIV_PROTOCOLS)[number]> | null;
      context: string;
    }
);

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
