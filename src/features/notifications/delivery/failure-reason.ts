import { codeOf } from "#platform/error-code";

/** What the errors of connections mean; their own texts speak to programmers. */
const REASONS = new Map([
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was cut"],
  ["ENOTFOUND", "the name is not known"],
  ["ENODATA", "the name has no address"],
  ["EAI_AGAIN", "the name could not be resolved"],
  ["ESERVFAIL", "the name could not be resolved"],
  ["ETIMEOUT", "the name could not be resolved"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another name"],
  ["CERT_HAS_EXPIRED", "the certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "nobody vouches for the certificate"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "nobody vouches for the certificate"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "nobody vouches for the certificate"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "nobody vouches for the certificate"],
]);

const LONGEST_REASON = 255;

/** Why nothing was delivered, for people; without addresses, which may hold tokens. */
export function failureReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LONGEST_REASON);
  if (error.name === "TimeoutError") return "no answer came in time";
  // Of mail servers the code stands in the message alone: its own place has ESOCKET.
  const named = /\bE[A-Z_]{4,}\b/.exec(error.message)?.[0];
  const reason = REASONS.get(codeOf(error) ?? "") ?? REASONS.get(named ?? "");
  return reason ?? error.message.replace(/\b[a-z]+:\/\/[^\s"]*/gi, "<address>").slice(0, LONGEST_REASON);
}
