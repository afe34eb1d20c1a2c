import { createHash, timingSafeEqual } from "node:crypto";
import { lt } from "drizzle-orm";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { parseJsonText } from "./json-text";
import { oidcAnsweredSignIns } from "./tables";

/** Seconds that a person may take at the provider. */
export const TRANSACTION_SECONDS = 600;
/** How far the clocks of replicas may be apart before an answered sign-in could be forgotten too early. */
const CLOCK_SKEW_MS = 60_000;

/**
 * A sign-in on its way through the provider. It travels encrypted in the browser's cookie: strangers make us store
 * nothing.
 */
const Transaction = z.object({
  type: z.literal("oidc_transaction"),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Whose answer is waited for, as which client and where: settings may change meanwhile. */
  issuer: z.string(),
  clientId: z.string(),
  redirectUrl: z.string(),
  /** Unix milliseconds. */
  expiresAt: z.number(),
});
export type Transaction = z.infer<typeof Transaction>;

export function beginTransaction(
  party: Pick<Transaction, "issuer" | "clientId" | "redirectUrl">,
): Transaction {
  return {
    type: "oidc_transaction",
    ...party,
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    expiresAt: Date.now() + TRANSACTION_SECONDS * 1000,
  };
}

/** The value of the cookie: encrypted and signed (Fernet). */
export function sealTransaction(transaction: Transaction, encryption: Encryption): string {
  return encryption.encrypt(JSON.stringify(transaction));
}

/**
 * The cookie's transaction where it is ours, has not expired, and is the one that the answer names; undefined
 * otherwise.
 */
export function openTransaction(
  { cookie, state }: { cookie: string | undefined; state: string },
  encryption: Encryption,
): Transaction | undefined {
  const transaction = Transaction.safeParse(parseJsonText(decrypted(cookie, encryption))).data;
  if (transaction === undefined || transaction.expiresAt <= Date.now()) return undefined;
  return isSameText(transaction.state, state) ? transaction : undefined;
}

function decrypted(cookie: string | undefined, encryption: Encryption): string {
  if (cookie === undefined) return "";
  try {
    return encryption.decrypt(cookie);
  } catch {
    // Not made by this service: the same as none.
    return "";
  }
}

function isSameText(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** True for the first answer to a transaction, on whichever replica. */
export async function useUpTransaction(db: Db, { state, expiresAt }: Transaction): Promise<boolean> {
  await db
    .delete(oidcAnsweredSignIns)
    .where(lt(oidcAnsweredSignIns.expiresAt, new Date(Date.now() - CLOCK_SKEW_MS)));
  const used = await db
    .insert(oidcAnsweredSignIns)
    .values({
      stateDigest: createHash("sha256").update(state).digest("hex"),
      expiresAt: new Date(expiresAt),
    })
    .onConflictDoNothing()
    .returning();
  return used.length > 0;
}
