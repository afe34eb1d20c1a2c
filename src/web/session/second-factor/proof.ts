import type { Proof } from "./api";

/** As they are shown: `7k2m-9qxa-04ht-e5cw`. Without its dashes one could be a password. */
const RECOVERY_CODE = /^[0-9a-z]{4}(?:-[0-9a-z]{4}){3}$/i;

/**
 * What somebody has typed to prove who they are: a code of the app, which no password is as short as, a recovery code,
 * or the password.
 */
export function toProof(text: string): Proof {
  const code = text.replace(/\s/g, "");
  return /^\d{6}$/.test(code) || RECOVERY_CODE.test(code) ? { code } : { password: text };
}
