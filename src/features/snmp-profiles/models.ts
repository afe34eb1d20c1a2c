import { z } from "@hono/zod-openapi";
import { integer, timestamp, toTimestamp } from "#platform/http/fields";
import { AUTH_PROTOCOLS, PRIV_PROTOCOLS, SNMP_VERSIONS } from "#platform/snmp/access";
import type { Credentials } from "./credentials";
import type { snmpProfiles } from "./tables";

/** RFC 3414 11.2: shorter passwords are too easily guessed, and agents refuse them. */
const SHORTEST_KEY = 8;

const secret = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .openapi({ writeOnly: true, description: "never shown; absent or null in a change: it stays" });

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), "must be one line");

const choice = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z.preprocess((value) => (typeof value === "string" ? value.trim().toLowerCase() : value), z.enum(names));

const fields = {
  name: line(120).openapi({ example: "Core switches" }),
  version: choice(SNMP_VERSIONS).openapi({ type: "string", enum: [...SNMP_VERSIONS] }),
  community: secret(1, 128).nullable(),
  port: integer({ min: 1, max: 65_535 }),
  timeout_seconds: integer({ min: 1, max: 15 }).openapi({ description: "of each try" }),
  retries: integer({ min: 0, max: 3 }),
  username: line(32).nullable().openapi({ description: "v3: the security name" }),
  auth_protocol: choice(AUTH_PROTOCOLS)
    .nullable()
    .openapi({
      type: ["string", "null"],
      enum: [...AUTH_PROTOCOLS, null],
      description: "v3; null: no authentication",
    }),
  auth_key: secret(SHORTEST_KEY, 128).nullable(),
  priv_protocol: choice(PRIV_PROTOCOLS)
    .nullable()
    .openapi({
      type: ["string", "null"],
      enum: [...PRIV_PROTOCOLS, null],
      description: "v3; null: nothing is encrypted. `aes256` with keys extended as Reeder's draft has it",
    }),
  priv_key: secret(SHORTEST_KEY, 128).nullable(),
  context: line(255).nullable().openapi({ description: "v3: the context's name; null: the default one" }),
};

/** The version that an agent is asked by, and of v3 who asks it. */
export const snmpUserFields = {
  version: fields.version.default("v2c"),
  username: fields.username.default(null),
  auth_protocol: fields.auth_protocol.default(null),
  auth_key: fields.auth_key.default(null),
  priv_protocol: fields.priv_protocol.default(null),
  priv_key: fields.priv_key.default(null),
  context: fields.context.default(null),
};

export const SnmpProfileCreate = z
  .object({
    name: fields.name,
    community: fields.community.default(null),
    port: fields.port.default(161),
    timeout_seconds: fields.timeout_seconds.default(3),
    retries: fields.retries.default(1),
    ...snmpUserFields,
  })
  .openapi("SnmpProfileCreate", {
    description:
      "v1 and v2c need `community`; v3 needs `username`, `auth_key` where it has `auth_protocol`, and `priv_key` where it has `priv_protocol`.",
  });
export type SnmpProfileCreate = z.output<typeof SnmpProfileCreate>;

export const SnmpProfileUpdate = z.object(fields).partial().openapi("SnmpProfileUpdate", {
  description: "Absent fields stay as they are; so do secrets that are null.",
});
export type SnmpProfileUpdate = z.output<typeof SnmpProfileUpdate>;

export const SnmpProfileRead = z
  .object({
    id: z.int(),
    name: z.string(),
    version: z.enum(SNMP_VERSIONS),
    port: z.int(),
    timeout_seconds: z.int(),
    retries: z.int(),
    username: z.string().nullable(),
    auth_protocol: z.enum(AUTH_PROTOCOLS).nullable(),
    priv_protocol: z.enum(PRIV_PROTOCOLS).nullable(),
    context: z.string().nullable(),
    has_community: z.boolean(),
    has_auth_key: z.boolean(),
    has_priv_key: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("SnmpProfileRead");
export type SnmpProfileRead = z.infer<typeof SnmpProfileRead>;

type ProfileRow = typeof snmpProfiles.$inferSelect;

/** Everything but the secrets. */
export function toProfileColumns(profile: SnmpProfileCreate) {
  return {
    name: profile.name,
    version: profile.version,
    port: profile.port,
    timeoutSeconds: profile.timeout_seconds,
    retries: profile.retries,
    username: profile.username,
    authProtocol: profile.auth_protocol,
    privProtocol: profile.priv_protocol,
    context: profile.context,
  };
}

export function toProfileRead(row: ProfileRow, secrets: Credentials): SnmpProfileRead {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    port: row.port,
    timeout_seconds: row.timeoutSeconds,
    retries: row.retries,
    username: row.username,
    auth_protocol: row.authProtocol,
    priv_protocol: row.privProtocol,
    context: row.context,
    has_community: secrets.community !== null,
    has_auth_key: secrets.auth_key !== null,
    has_priv_key: secrets.priv_key !== null,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
