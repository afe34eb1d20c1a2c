const ASK = "Ask an administrator: the log of the service says more.";

/** Why the provider's sign-in failed, and what to do, by the code that the service sends the browser back with. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ["sso_disabled", "Single sign-on is switched off, or not set up. Use your password."],
  ["provider_denied", "The provider did not let you in, or you cancelled there. Try again."],
  ["provider_error", `The provider reported a fault. Try again later. ${ASK}`],
  [
    "invalid_state",
    "This sign-in had expired, was used before, or was begun in another browser. Start again here.",
  ],
  ["provider_unreachable", `The provider does not answer. Try again later. ${ASK}`],
  ["insecure_provider_url", `The provider has an address without https, which is not trusted. ${ASK}`],
  ["provider_metadata_invalid", `The provider's description of itself cannot be used. ${ASK}`],
  ["issuer_mismatch", `The answer came from another provider than the one that is set up. ${ASK}`],
  ["jwks_invalid", `The provider's signing keys cannot be read. ${ASK}`],
  ["token_exchange_failed", `The provider gave no proof of who you are. ${ASK}`],
  ["id_token_invalid", `The provider's proof of who you are does not hold. ${ASK}`],
  [
    "id_token_expired",
    "The provider's proof of who you are came too late. Try again. If that does not help, a clock is wrong: ask an administrator.",
  ],
  ["audience_mismatch", `The provider's proof of who you are is meant for another application. ${ASK}`],
  ["nonce_mismatch", "The provider's answer belongs to another sign-in. Start again here."],
  ["email_missing", "The provider named no mail address for you. Ask an administrator of the provider."],
  [
    "email_unverified",
    "The provider has not verified your mail address. Verify it there, then sign in again.",
  ],
  ["email_domain_denied", "Mail addresses of your domain may not sign in here. Ask an administrator."],
  ["account_not_linked", "You have no account here. Ask an administrator for one."],
  ["account_disabled", "Your account here is disabled. Ask an administrator."],
]);

/** A sentence for every code; also for one that a later version of the service may send. */
export function ssoErrorText(code: string): string {
  return SENTENCES.get(code) ?? `Single sign-on failed. Try again. ${ASK}`;
}
