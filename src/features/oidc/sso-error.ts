import { causesOf } from "#platform/error-code";

/** Why a sign-in failed, as the sign-in page is told. */
export type SsoErrorCode =
  | "sso_disabled"
  | "provider_denied"
  | "provider_error"
  | "invalid_state"
  | "provider_unreachable"
  | "insecure_provider_url"
  | "provider_metadata_invalid"
  | "issuer_mismatch"
  | "jwks_invalid"
  | "token_exchange_failed"
  | "id_token_invalid"
  | "id_token_expired"
  | "audience_mismatch"
  | "nonce_mismatch"
  | "email_missing"
  | "email_unverified"
  | "email_domain_denied"
  | "account_not_linked"
  | "account_disabled";

type Details = {
  /** What the log says; never shown to the caller. */
  reason?: string;
  /** The user that it is about, else the mail address that the provider named, where one is known. */
  username?: string;
  /** The provider's own error code. */
  providerError?: string;
  cause?: unknown;
};

/** A sign-in by the identity provider that does not come to its end. */
export class SsoError extends Error {
  readonly code: SsoErrorCode;
  readonly username: string | undefined;
  readonly providerError: string | undefined;

  constructor(code: SsoErrorCode, { reason, username, providerError, cause }: Details = {}) {
    super(reason ?? code, { cause });
    this.code = code;
    this.username = username;
    this.providerError = providerError;
  }
}

/** The SsoError among an error and its causes: libraries wrap what their HTTP client throws. */
export function findSsoError(error: unknown): SsoError | undefined {
  return causesOf(error).find((cause) => cause instanceof SsoError);
}
