import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import type { apiKeys } from "./tables";

/** Those that a key can have alone. */
const KEY_PERMISSIONS = ["relay"] as const;
const LIFETIMES = [30, 90, 365] as const;

export const ApiKeyCreateRequest = z
  .object({
    name: z.string().trim().min(1).max(100).openapi({ example: "inventory sync" }),
    expires_in_days: z
      .preprocess(numberFromText, z.literal(LIFETIMES).nullable())
      .default(null)
      .openapi({ type: ["integer", "null"], enum: [...LIFETIMES, null], description: "null: never" }),
    permission: z.enum(KEY_PERMISSIONS).nullable().default(null).openapi({
      description:
        "the only permission of the key, which its owner must have; null: it may what its owner may",
    }),
  })
  .openapi("ApiKeyCreateRequest");
export type ApiKeyCreateRequest = z.output<typeof ApiKeyCreateRequest>;

function numberFromText(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

export const ApiKeyRead = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string().openapi({ example: "Ab3dEf6hIj9k" }),
    permission: z.string().nullable().openapi({ description: "its only permission; null: all of its owner" }),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    last_used_ip: z.string().nullable(),
    revoked_at: timestamp.nullable(),
  })
  .openapi("ApiKeyRead");
export type ApiKeyRead = z.infer<typeof ApiKeyRead>;

export const ApiKeyCreateResponse = ApiKeyRead.extend({
  key: z.string().openapi({ description: "the whole key; shown here, and never again" }),
}).openapi("ApiKeyCreateResponse");
export type ApiKeyCreateResponse = z.infer<typeof ApiKeyCreateResponse>;

export const ApiKeyAdminRead = ApiKeyRead.extend({ user_id: z.int(), username: z.string() }).openapi(
  "ApiKeyAdminRead",
);
export type ApiKeyAdminRead = z.infer<typeof ApiKeyAdminRead>;

export function toApiKeyRead(row: typeof apiKeys.$inferSelect): ApiKeyRead {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permission: row.permission,
    created_at: toTimestamp(row.createdAt),
    expires_at: toTimestamp(row.expiresAt),
    last_used_at: toTimestamp(row.lastUsedAt),
    last_used_ip: row.lastUsedAddress,
    revoked_at: toTimestamp(row.revokedAt),
  };
}
