import { Secret, TOTP } from "otpauth";

/** What authenticator apps understand (RFC 6238; Google's key URI format): SHA-1, six digits, 30 s. */
const PARAMETERS = { issuer: "Netatlas", algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;

/** How many steps a phone's clock may be off, either way (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1;

/** A new secret of 160 bits, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth://` address of a secret, which apps read from a QR code. */
export function totpUri({ secret, username }: { secret: string; username: string }): string {
  return new TOTP({ ...PARAMETERS, label: username, secret: Secret.fromBase32(secret) }).toString();
}

/** The 30 s step that the code is of, where that is the current one or a neighbour; undefined for any other code. */
export function matchTotpStep(secret: string, code: string, at: Date): number | undefined {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const timestamp = at.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta;
}
