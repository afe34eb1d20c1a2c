/**
 * The library of passkeys, from the first one that is asked for on: it takes 9 MiB, and most installations have no
 * passkey. Loading it takes 75 ms of processor time, once.
 */
export function loadWebauthn() {
  return import("@simplewebauthn/server");
}
