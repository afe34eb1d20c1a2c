export const SNMP_VERSIONS = ["v1", "v2c", "v3"] as const;
export const AUTH_PROTOCOLS = ["md5", "sha", "sha256", "sha512"] as const;
export const PRIV_PROTOCOLS = ["des", "aes", "aes256"] as const;

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
