import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "#platform/log";
import { createSecret } from "#platform/secrets";

/**
 * The token of a database's first setup: 256 bits as 43 url-safe characters. Every service that signs with `secretKey`
 * makes the same one of the same `nonce`, so that the link of one replica is good at all of them.
 */
export function setupTokenOf({ secretKey, nonce }: { secretKey: string; nonce: string }): string {
  return createHmac("sha256", secretKey).update(`first-run setup ${nonce}`).digest("base64url");
}

/** Compares in the same time whatever is given. */
export function isSameToken(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Where a person finds the token again: `setup-token` in the data directory, 0600. */
export type SetupTokenFile = { keep(token: string): void; remove(): void };

const FILE = "setup-token";

export function openSetupTokenFile(directory: string, log: Logger): SetupTokenFile {
  return {
    keep: (token) => void createSecret({ directory, log }, FILE, token),
    remove: () => removeSetupToken(directory),
  };
}

export function removeSetupToken(directory: string): void {
  rmSync(join(directory, FILE), { force: true });
}
