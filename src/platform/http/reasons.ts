/** Why writes lack what makes writes safe, where several lack it for one reason. */

/** Of an Idempotency-Key. */
export const PASSWORD_INSIDE = "Its body holds a password, of which not even a hash is kept.";
export const PROOF_INSIDE = "Its body proves who asks, and a proof is good once.";

/** Of `dry_run`. */
export const SIGN_IN = "It opens, renews or ends a session, which is no change that could be shown.";
export const PROVEN = "It takes a proof of who asks, which a trial would use up.";
export const QUESTION = "A question: nothing is changed.";

/** Of If-Match. */
export const OWN_FACTOR =
  "Nobody but its owner can touch it, and there is nothing of it that could be changed.";
export const FAVOURITE = "Of each user's own: nobody else can have changed it.";
