import { POLICY_VIOLATION } from "#platform/http/web-socket";

/**
 * Why a connection is closed for what its caller is or has not, in the closing frame's words, and the close code for a
 * client of the extended protocol: numbered as HTTP's statuses are (docs/live.md).
 */
const CLOSE_CODES = {
  "the token is not valid": 4401,
  "the token has expired": 4401,
  // Signed out, deactivated or without the permission: what the next token is refused for tells which.
  "access to events has ended": 4401,
  "access to events is not permitted": 4403,
  "all live streams of this user are in use": 4429,
  "too many frames at a time": 4429,
  "all live streams are in use": 4503,
} as const;

export type Refusal = keyof typeof CLOSE_CODES;

/** A plain client knows one code for all of them. */
export function closeCodeOf(refusal: Refusal, isExtended: boolean): number {
  return isExtended ? CLOSE_CODES[refusal] : POLICY_VIOLATION;
}
