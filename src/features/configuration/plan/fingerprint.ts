import { createHash } from "node:crypto";
import type { Comparison } from "./compare";

/**
 * Of what a plan would do, with what it would find: two plans have one fingerprint where they would do the same to the
 * same. Secrets are in it by name only.
 */
export function fingerprintOf({ differences, removals }: Comparison): string {
  const hash = createHash("sha256");
  for (const { kind, stored, oldName, name, fields, secrets } of differences)
    hash.update(
      `${JSON.stringify([kind.name, stored?.id ?? null, oldName ?? null, name, fields, secrets])}\n`,
    );
  hash.update("removed\n");
  for (const { kind, stored } of removals)
    hash.update(`${JSON.stringify([kind.name, stored.id, stored.fields])}\n`);
  return hash.digest("base64url").slice(0, 32);
}
