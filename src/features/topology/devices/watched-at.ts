import { sql } from "drizzle-orm";

/**
 * Where a device is watched, as SQL of a row of `devices`: its address, else its host name where that can be one of DNS
 * (RFC 1123 section 2.1); null: nowhere.
 */
export const WATCHED_AT = String.raw`coalesce(ip_address, substring(lower(hostname) FROM
  '^(?=.{1,253}$)((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)$'))`;

/** The same in a statement that joins to `devices` no other table with columns of these names. */
export const watchedAt = sql<string | null>`${sql.raw(WATCHED_AT)}`;
