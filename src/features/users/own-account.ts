import { forbidden } from "#platform/errors";

/** Of what takes an account over: a key that was found must not be enough for it. */
export const KEY_REFUSAL = "API keys cannot change the mail address, the password or second factors: sign in";

export const OWN_ACCOUNT =
  "Change your own mail address, password and second factor in your profile, which asks who you are";

/**
 * An administrator's own account is changed where a proof is asked for, as everybody's: whoever found the session open
 * or the key lying about has none. Throws 403.
 */
export function refuseOwnAccount(caller: { userId: number | null }, userId: number): void {
  if (caller.userId === userId) throw forbidden(OWN_ACCOUNT);
}
