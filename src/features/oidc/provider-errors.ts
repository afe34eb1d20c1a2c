import { z } from "zod";
import { findSsoError, SsoError, type SsoErrorCode } from "./sso-error";

const Coded = z.object({ code: z.string() });
/** The token endpoint's own word, such as `invalid_client`. */
const Refused = z.object({ error: z.string().max(64) });
/** The library's finding behind its ClientError: which claim, or that the claims were read at all. */
const Finding = z.object({
  cause: z.object({
    message: z.string(),
    cause: z.looseObject({
      claim: z.string().optional(),
      claims: z.looseObject({ nonce: z.unknown().optional() }).optional(),
      body: z.unknown().optional(),
    }),
  }),
});

/** The library's code of an error; "" where it has none. */
export function codeOf(error: unknown): string {
  return Coded.safeParse(error).data?.code ?? "";
}

const CLAIM_CODES: Record<string, SsoErrorCode> = {
  aud: "audience_mismatch",
  azp: "audience_mismatch",
  nonce: "nonce_mismatch",
  iss: "issuer_mismatch",
  exp: "id_token_expired",
};

const EXCHANGE_CODES = new Set([
  "OAUTH_RESPONSE_BODY_ERROR",
  "OAUTH_WWW_AUTHENTICATE_CHALLENGE",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/**
 * What the exchange of the code and the check of the ID token failed of. The causes of the library's errors may hold
 * tokens: nothing of them is kept but its own message.
 */
export function fromExchange(error: unknown): SsoError {
  const known = findSsoError(error);
  if (known !== undefined) return known;
  const finding = Finding.safeParse(error).data?.cause;
  const said = Refused.safeParse(error).data?.error;
  const reason = said ?? finding?.message ?? (error instanceof Error ? error.message : String(error));
  return new SsoError(exchangeCode(codeOf(error), finding?.cause), { reason });
}

function exchangeCode(
  code: string,
  finding: z.infer<typeof Finding>["cause"]["cause"] | undefined,
): SsoErrorCode {
  if (EXCHANGE_CODES.has(code) || finding?.body !== undefined) return "token_exchange_failed";
  const byClaim = CLAIM_CODES[finding?.claim ?? ""];
  if (byClaim !== undefined) return byClaim;
  const hasNoNonce = finding?.claims !== undefined && finding.claims.nonce === undefined;
  return hasNoNonce ? "nonce_mismatch" : "id_token_invalid";
}
