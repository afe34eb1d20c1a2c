import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createFairTurnstile } from "#platform/fair-turnstile";
import { limitKey } from "#platform/ip";
import { createTurnstile } from "#platform/turnstile";

// OWASP's second recommended setting of argon2id (the package's default algorithm): 19 MiB, two passes, one lane.
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a whole core for ~10 ms: one core stays free for other requests, and memory stays bounded. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);

const inTurn = createTurnstile(AT_ONCE);

const takeTurn = createFairTurnstile(AT_ONCE + 1, {
  mostWaiting: 1000,
  mostWaitingEach: 250,
  refusal: "Too many sign-ins at the same time",
});

/**
 * For whatever ends in a hash: its look-ups wait outside as well, so that a crowd does not fill the database's queue.
 * Client addresses (IPv6: /64) take turns. Throws 503 where a thousand wait already, or 250 of the same address.
 */
export function queueForHash<T>(clientAddress: string | null, work: () => Promise<T>): Promise<T> {
  return takeTurn(limitKey(clientAddress ?? ""), work);
}

/**
 * The form in which a password is hashed: every kind of space is a plain one, then Unicode NFC (RFC 8265 section
 * 4.2.2), so that a password typed on another system is the same. Nothing is trimmed, cut or case-folded.
 */
function normalise(password: string): string {
  return password.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

/**
 * An argon2id hash of the normalised password, in PHC text form. Waits its turn behind other hashes. `cost`: only tests
 * have less, of users whose sign-in is not what they are about.
 */
export function hashPassword(password: string, cost = ARGON2ID): Promise<string> {
  return inTurn(() => hash(normalise(password), cost));
}

/**
 * True where the password belongs to the hash. An absent hash takes as long and is never right: no oracle for user
 * names.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, normalise(password)));
  return passwordHash !== undefined && isRight;
}

/** Costs what a user's hash costs from the first login on; no password belongs to it. */
const NOBODYS_HASH = `$argon2id$v=19$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$${randomBase64(16)}$${randomBase64(32)}`;

function randomBase64(bytes: number): string {
  return randomBytes(bytes).toString("base64").replace(/=+$/, "");
}
