import { z } from "@hono/zod-openapi";
import { boolean, timestamp, toTimestamp } from "#platform/http/fields";
import type { passkeys } from "./tables";

const totpCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ""))
  .refine((code) => /^\d{6}$/.test(code), "six digits")
  .openapi({ type: "string", example: "123456" });

const recoveryCode = z.string().min(16).max(40).openapi({ example: "7k2m-9qxa-04ht-e5cw" });

const challengeToken = z
  .string()
  .min(1)
  .max(1000)
  .openapi({ description: "of the answer of `POST /auth/login`" });

/** Parts of a WebAuthn answer: octets in base64url. */
const octets = (maxLength: number) => z.base64url().min(1).max(maxLength);

export const TotpLogin = z.object({ challenge_token: challengeToken, code: totpCode }).openapi("TotpLogin");
export type TotpLogin = z.output<typeof TotpLogin>;

export const RecoveryCodeLogin = z
  .object({ challenge_token: challengeToken, code: recoveryCode })
  .openapi("RecoveryCodeLogin");
export type RecoveryCodeLogin = z.output<typeof RecoveryCodeLogin>;

export const PasskeyLoginStart = z.object({ challenge_token: challengeToken }).openapi("PasskeyLoginStart");
export type PasskeyLoginStart = z.output<typeof PasskeyLoginStart>;

export const TotpEnrolment = z
  .object({
    secret: z.string().openapi({ description: "base32; shown here, and never again" }),
    otpauth_uri: z.string().openapi({ description: "the same, for a QR code" }),
    expires_at: timestamp,
  })
  .openapi("TotpEnrolment");
export type TotpEnrolment = z.infer<typeof TotpEnrolment>;

export const TotpConfirm = z.object({ code: totpCode }).openapi("TotpConfirm");
export type TotpConfirm = z.output<typeof TotpConfirm>;

const shownCodes = z.array(z.string()).openapi({
  description: "shown here, and never again; each signs in once in place of the second factor",
  example: ["7k2m-9qxa-04ht-e5cw"],
});

export const RecoveryCodes = z.object({ recovery_codes: shownCodes }).openapi("RecoveryCodes");
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const TotpConfirmed = z
  .object({
    recovery_codes: shownCodes
      .nullable()
      .openapi({ description: "null: there were some already, and they stay good" }),
  })
  .openapi("TotpConfirmed");
export type TotpConfirmed = z.infer<typeof TotpConfirmed>;

const passkeyName = z.string().trim().min(1).max(100).openapi({ example: "laptop" });

export const PasskeyRead = z
  .object({
    id: z.int(),
    name: z.string(),
    is_backed_up: z.boolean().openapi({ description: "kept in the user's cloud account too" }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .openapi("PasskeyRead");
export type PasskeyRead = z.infer<typeof PasskeyRead>;

export function toPasskeyRead(row: typeof passkeys.$inferSelect): PasskeyRead {
  return {
    id: row.id,
    name: row.name,
    is_backed_up: row.isBackedUp,
    created_at: toTimestamp(row.createdAt),
    last_used_at: toTimestamp(row.lastUsedAt),
  };
}

export const PasskeyUpdate = z.object({ name: passkeyName }).openapi("PasskeyUpdate");

/** The WebAuthn structures go to the browser as they are: their form is the standard's, not ours. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() }).openapi("PasskeyOptions", {
  description:
    "for `navigator.credentials`: PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON " +
    "(https://www.w3.org/TR/webauthn-3/)",
});

export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const credential = {
  id: octets(2000),
  rawId: octets(2000),
  type: z.literal("public-key"),
};

export const PasskeyCreate = z
  .object({
    name: passkeyName,
    credential: z
      .object({
        ...credential,
        response: z.object({
          clientDataJSON: octets(20_000),
          attestationObject: octets(100_000),
          transports: z.array(z.string().max(32)).max(10).default([]),
        }),
      })
      .openapi({ description: "RegistrationResponseJSON of WebAuthn" }),
  })
  .openapi("PasskeyCreate");
export type PasskeyCreate = z.output<typeof PasskeyCreate>;

export const PasskeyCreated = z
  .object({
    passkey: PasskeyRead,
    recovery_codes: shownCodes
      .nullable()
      .openapi({ description: "null: there were some already, and they stay good" }),
  })
  .openapi("PasskeyCreated");
export type PasskeyCreated = z.infer<typeof PasskeyCreated>;

const assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: octets(20_000),
      authenticatorData: octets(20_000),
      signature: octets(5000),
    }),
  })
  .openapi({ description: "AuthenticationResponseJSON of WebAuthn" });

export const PasskeyLogin = z
  .object({ challenge_token: challengeToken, credential: assertion })
  .openapi("PasskeyLogin");
export type PasskeyLogin = z.output<typeof PasskeyLogin>;

export const PasskeySignInOptions = z
  .object({
    passkey_token: z
      .string()
      .openapi({ description: "goes with the answer; good for five minutes and once" }),
    options: PasskeyOptions,
  })
  .openapi("PasskeySignInOptions");
export type PasskeySignInOptions = z.infer<typeof PasskeySignInOptions>;

export const PasskeySignIn = z
  .object({ passkey_token: z.string().min(1).max(1000), credential: assertion })
  .openapi("PasskeySignIn");
export type PasskeySignIn = z.output<typeof PasskeySignIn>;

export const SecondFactorStatus = z
  .object({
    is_required: z.boolean().openapi({ description: "by the user's role" }),
    totp_enabled_at: timestamp.nullable().openapi({ description: "null: no authenticator app" }),
    passkeys: z.array(PasskeyRead),
    recovery_codes_left: z.int(),
  })
  .openapi("SecondFactorStatus");
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>;

export const SecondFactorRule = z.object({ required: boolean() }).openapi("SecondFactorRule");

export const SecondFactorRoles = z
  .object({
    roles: z.array(z.string()).openapi({
      description: "whose users must have a second factor",
      example: ["NetworkAdmin", "SuperAdmin"],
    }),
  })
  .openapi("SecondFactorRoles");
export type SecondFactorRoles = z.infer<typeof SecondFactorRoles>;
