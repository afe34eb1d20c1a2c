import { z } from "@hono/zod-openapi";
import type { Versioned } from "#platform/http/conditional";
import { boolean, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import { newPassword } from "./password-field";
import { SecondFactorProof } from "./proof";
import { effectivePermissions } from "./permissions";
import type { users } from "./tables";

const COLORS = "kept, but not used yet: things have the same colours for everybody";

const username = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{3,80}$/)
  .openapi({ example: "alice" });

/** Enough to keep what no mail can reach, and line breaks, out of mail headers; whether it exists only a mail tells. */
const MAIL_ADDRESS = /^[^\s@<>,;"\p{Cc}]+@[^\s@<>,;"\p{Cc}]+$/u;

/** An address that a mail can be sent to. */
export const mailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(MAIL_ADDRESS, "Invalid email address")
  .openapi({ example: "alice@example.com" });

const email = optionalText(254)
  .refine((text) => text === null || MAIL_ADDRESS.test(text), "Invalid email address")
  .openapi({ example: "alice@example.com" });

const avatar = z.string().nullable().optional().openapi({
  maxLength: 2_097_152,
  description: "PNG, JPEG or WebP as a data URI; null: cleared",
  example: null,
});

/**
 * Keys are another way in than the password, and programs depend on them: whoever closes one way is asked for the
 * other.
 */
export const revokesKeys = boolean()
  .default(false)
  .openapi({ description: "revoke all API keys of the user too, for good" });

/** What makes an administrator from nothing, by the first run or on the command line. */
export const AdminCreate = z.object({ username, password: newPassword });
export type AdminCreate = z.output<typeof AdminCreate>;

export const UserCreateRequest = z
  .object({
    username,
    password: newPassword,
    role: z.string().min(1).max(50).default("Viewer"),
    is_active: boolean().default(true),
    email: email.default(null),
  })
  .openapi("UserCreateRequest");
export type UserCreateRequest = z.output<typeof UserCreateRequest>;

export const UserUpdateRequest = z
  .object({
    role: z.string().min(1).max(50).nullable().optional().openapi({ description: "null: unchanged" }),
    is_active: boolean()
      .nullable()
      .optional()
      .openapi({ type: ["boolean", "null"], description: "null: unchanged" }),
    email: email.optional().openapi({ description: 'null or "": cleared' }),
    avatar_data: avatar,
    revoke_api_keys: revokesKeys,
  })
  .openapi("UserUpdateRequest");
export type UserUpdateRequest = z.output<typeof UserUpdateRequest>;

export const ProfileUpdateRequest = z
  .object({
    display_name: optionalText(100).optional(),
    avatar_data: avatar,
    email: email.optional().openapi({ description: 'null or "": cleared' }),
    entity_colors_enabled: boolean()
      .nullable()
      .optional()
      .openapi({ type: ["boolean", "null"], description: `null: unchanged; ${COLORS}` }),
    proof: SecondFactorProof.optional(),
  })
  .openapi("ProfileUpdateRequest");
export type ProfileUpdateRequest = z.output<typeof ProfileUpdateRequest>;

export const WhatsNewAckRequest = z
  .object({ version: z.string().trim().min(1).max(40).openapi({ example: "0.1.0" }) })
  .openapi("WhatsNewAckRequest");
export type WhatsNewAckRequest = z.output<typeof WhatsNewAckRequest>;

export const UserRead = z
  .object({
    id: z.int(),
    username: z.string(),
    role: z.string().openapi({ example: "NetworkAdmin" }),
    is_active: z.boolean(),
    display_name: z.string().nullable(),
    avatar_data: z.string().nullable(),
    email: z.string().nullable(),
    auth_source: z.string().openapi({ example: "local" }),
    sso_issuer: z.string().nullable(),
    sso_last_login_at: timestamp.nullable(),
    last_login_at: timestamp.nullable().openapi({
      description: "the last sign-in of any kind; null: none that is known. API keys and refreshes are none",
    }),
    whats_new_acknowledged_version: z.string().nullable(),
    entity_colors_enabled: z.boolean().openapi({ description: COLORS }),
  })
  .openapi("UserRead");
export type UserRead = z.infer<typeof UserRead>;

/** A sign-in changes no user. */
export const USER_VERSION = { without: ["sso_last_login_at", "last_login_at"] } as const satisfies Versioned;

export const CurrentUser = UserRead.extend({
  permissions: z
    .array(z.string())
    .openapi({ description: "what the user may do; all ten names for a SuperAdmin" }),
  whats_new_pending: z.boolean().openapi({
    description:
      "the installed version came after the user, who has not acknowledged what is new in it (`/system/version`)",
  }),
}).openapi("CurrentUser");
export type CurrentUser = z.infer<typeof CurrentUser>;

export type UserRow = typeof users.$inferSelect;

export function toUserRead(row: UserRow): UserRead {
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    is_active: row.isActive,
    display_name: row.displayName,
    avatar_data: row.avatarData,
    email: row.email,
    auth_source: row.authSource,
    sso_issuer: row.ssoIssuer,
    sso_last_login_at: toTimestamp(row.ssoLastLoginAt),
    last_login_at: toTimestamp(row.lastLoginAt),
    whats_new_acknowledged_version: row.whatsNewAcknowledgedVersion,
    entity_colors_enabled: row.entityColorsEnabled,
  };
}

export function toCurrentUser(
  row: UserRow,
  { permissions, isNew }: { permissions: readonly string[]; isNew: boolean },
): CurrentUser {
  return {
    ...toUserRead(row),
    permissions: effectivePermissions(row.role, permissions),
    whats_new_pending: isNew,
  };
}

/** A user as audit rows show it: no hash, and of the avatar only its size. */
export function toAuditedUser(row: UserRow): Record<string, unknown> {
  return {
    username: row.username,
    role: row.role,
    is_active: row.isActive,
    display_name: row.displayName,
    email: row.email,
    avatar_characters: row.avatarData?.length ?? null,
    entity_colors_enabled: row.entityColorsEnabled,
  };
}
