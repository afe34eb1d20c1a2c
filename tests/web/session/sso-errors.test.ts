import { expect, test } from "bun:test";
import type { SsoErrorCode } from "../../../src/features/oidc/sso-error";
import { ssoErrorText } from "../../../src/web/session/sso-errors";

/** All there are; a code that is none does not compile. */
const CODES = [
  "sso_disabled",
  "provider_denied",
  "provider_error",
  "invalid_state",
  "provider_unreachable",
  "insecure_provider_url",
  "provider_metadata_invalid",
  "issuer_mismatch",
  "jwks_invalid",
  "token_exchange_failed",
  "id_token_invalid",
  "id_token_expired",
  "audience_mismatch",
  "nonce_mismatch",
  "email_missing",
  "email_unverified",
  "email_domain_denied",
  "account_not_linked",
  "account_disabled",
] as const satisfies readonly SsoErrorCode[];

/** Fails to compile when the service knows a code that is not tested here. */
const untested: Exclude<SsoErrorCode, (typeof CODES)[number]>[] = [];

const general = ssoErrorText("a code of tomorrow");

test.each(CODES)("%s has a sentence of its own", (code) => {
  expect(untested).toEqual([]);
  expect(ssoErrorText(code)).not.toBe(general);
  expect(ssoErrorText(code)).toEndWith(".");
});

test("no two codes say the same", () => {
  expect(new Set(CODES.map(ssoErrorText)).size).toBe(CODES.length);
});

test("a code that is not known is not repeated on the page", () => {
  expect(ssoErrorText("<b>any text of a link</b>")).toBe(general);
});
