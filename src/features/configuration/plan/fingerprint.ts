import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { namesIn, type Comparison } from "./compare";

/** Things that are looked at before other work gets its turn. */
const AT_ONCE = 500;

/**
 * Of what a plan would do, with what it would find: two plans have one fingerprint where they would do the same to the
 * same. Secrets are in it by name only, and what is observed of things, such as whether they answer, not at all.
 */
export async function fingerprintOf({ differences, removals, books }: Comparison): Promise<string> {
  const hash = createHash("sha256");
  for (const [place, { kind, stored, oldName, name, fields, secrets }] of differences.entries()) {
    hash.update(
      `${JSON.stringify([kind.name, stored?.id ?? null, oldName ?? null, name, fields, secrets])}\n`,
    );
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  hash.update("removed\n");
  const names = namesIn(books);
  for (const [place, { kind, stored }] of removals.entries()) {
    hash.update(`${JSON.stringify([kind.name, stored.id, kind.toItem(stored.fields, names)])}\n`);
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  return hash.digest("base64url").slice(0, 32);
}
