/** Where a probe goes: canonical text of an address that may be sent to, never a name, and a port. */
export type Endpoint = { address: string; port: number };

/** How long a probe may take in all, and when it is no longer wanted. */
export type ProbeLimits = { timeoutMs: number; signal: AbortSignal };

export type TlsOptions = {
  /**
   * Whether a certificate that is not trusted, expired, or for another name is an error. What it says is told either
   * way.
   */
  verifyTls: boolean;
  /**
   * The name that the certificate must be for, which is also told to the server (SNI); null: it must be for the
   * address.
   */
  serverName: string | null;
  /** PEM of an authority that is trusted beside the well-known ones. */
  authority: string | null;
};
