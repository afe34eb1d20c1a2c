import { createHmac } from "node:crypto";
import { and, asc, eq, gt } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { SecondFactorProof } from "#features/users";
import { ApiError, conflict, notFound } from "#platform/errors";
import { refuseDouble, type Db } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import { firstRecoveryCodes, lockUser, type Context } from "./factors";
import {
  toPasskeyRead,
  type PasskeyCreate,
  type PasskeyCreated,
  type PasskeyOptions,
  type PasskeyRead,
} from "./models";
import { requireProof } from "./proof";
import type { RelyingParty } from "./relying-party";
import { afterRemoval } from "./removal";
import { passkeyRegistrations, passkeys } from "./tables";
import { loadWebauthn } from "./webauthn";

const REGISTRATION_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;

/** EdDSA, ES256, RS256 (COSE algorithm numbers, RFC 9053): what authenticators speak. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Options for `navigator.credentials.create`, to be answered once within five minutes. Throws 401 for a wrong proof.
 */
export async function startPasskey(
  ctx: Context,
  { caller, proof, party }: { caller: Caller; proof: SecondFactorProof; party: RelyingParty },
): Promise<PasskeyOptions> {
  const { userId, username } = caller;
  await requireProof(ctx, { owner: caller, proof });
  const existing = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId));
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: "Netatlas",
    rpID: party.id,
    userName: username,
    userID: userHandle(userId, ctx.settings.secretKey),
    attestationType: "none",
    excludeCredentials: existing.map((key) => ({ id: key.credentialId, transports: key.transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const values = { challenge: options.challenge, expiresAt: new Date(Date.now() + REGISTRATION_MS) };
  await ctx.db
    .insert(passkeyRegistrations)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passkeyRegistrations.userId, set: values });
  return { ...options };
}

/** The same for all passkeys of a user, and says nothing of who that is (WebAuthn section 14.6.1). */
function userHandle(userId: number, secretKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secretKey).update(`passkey user ${userId}`).digest());
}

/**
 * Keeps the passkey that answers the open registration. Throws 409 where none is open or the passkey is known, 422 for
 * a wrong answer.
 */
export async function createPasskey(
  ctx: Context,
  { caller, create, party }: { caller: Caller; create: PasskeyCreate; party: RelyingParty },
): Promise<PasskeyCreated> {
  const { userId, username } = caller;
  const challenge = await takeRegistration(ctx.db, userId);
  const registered = await verify(create, { challenge, party });
  return ctx.db.transaction(async (db) => {
    await lockUser(db, userId);
    if ((await db.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS) {
      throw conflict(`At most ${MAX_PASSKEYS} passkeys`);
    }
    const row = await insertPasskey(db, {
      userId,
      name: create.name,
      credentialId: registered.credential.id,
      publicKey: Buffer.from(registered.credential.publicKey),
      counter: registered.credential.counter,
      transports: create.credential.response.transports,
      isBackedUp: registered.credentialBackedUp,
    });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.second_factor_enabled",
        target: `user:${username}`,
        detail: `method=passkey passkey=${row.id} name=${row.name}`,
      },
    );
    return { passkey: toPasskeyRead(row), recovery_codes: await firstRecoveryCodes(db, userId) };
  });
}

async function takeRegistration(db: Db, userId: number): Promise<string> {
  const isOpen = and(eq(passkeyRegistrations.userId, userId), gt(passkeyRegistrations.expiresAt, new Date()));
  const [taken] = await db.delete(passkeyRegistrations).where(isOpen).returning();
  if (taken === undefined) throw conflict("No passkey is being set up");
  return taken.challenge;
}

async function verify(
  { credential }: PasskeyCreate,
  { challenge, party }: { challenge: string; party: RelyingParty },
) {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verification = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => wrongAnswer(error));
  return verification.registrationInfo ?? wrongAnswer();
}

function wrongAnswer(cause?: unknown): never {
  const msg = "Value error, this is no answer to the options that were given";
  throw new ApiError(422, [{ loc: ["body", "credential"], msg, type: "value_error" }], { cause });
}

async function insertPasskey(db: Db, values: typeof passkeys.$inferInsert) {
  const known = { constraint: "passkeys_credential", detail: "This passkey is registered already" };
  const [row] = await refuseDouble(known, () => db.insert(passkeys).values(values).returning());
  if (row === undefined) throw new Error("our bug: an insert gave no row");
  return row;
}

/** The user's passkeys, oldest first. */
export async function listPasskeys({ db }: { db: Db }, userId: number): Promise<PasskeyRead[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
  return rows.map(toPasskeyRead);
}

type Owned = { caller: Caller; passkeyId: number };

const isOwned = ({ caller, passkeyId }: Owned) =>
  and(eq(passkeys.id, passkeyId), eq(passkeys.userId, caller.userId));

/** Gives a passkey another name; 404 for an unknown or a foreign one. */
export async function renamePasskey(
  ctx: { db: Db; actor: Actor },
  input: Owned & { name: string },
): Promise<PasskeyRead> {
  return ctx.db.transaction(async (db) => {
    const [before] = await db.select().from(passkeys).where(isOwned(input)).for("update");
    if (before === undefined) throw notFound("Passkey not found");
    await db.update(passkeys).set({ name: input.name }).where(eq(passkeys.id, before.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "auth.passkey_renamed",
        target: `user:${input.caller.username}`,
        detail: `passkey=${before.id}`,
        before: { name: before.name },
        after: { name: input.name },
      },
    );
    return toPasskeyRead({ ...before, name: input.name });
  });
}

/**
 * Removes a passkey. Throws 401 for a wrong proof, 404 for an unknown or a foreign one, 409 for the last required
 * factor.
 */
export async function deletePasskey(
  ctx: Context,
  input: Owned & { proof: SecondFactorProof },
): Promise<void> {
  await requireProof(ctx, { owner: input.caller, proof: input.proof });
  await ctx.db.transaction(async (db) => {
    const user = await lockUser(db, input.caller.userId);
    const [removed] = await db.delete(passkeys).where(isOwned(input)).returning();
    if (removed === undefined) throw notFound("Passkey not found");
    const detail = `method=passkey passkey=${removed.id} name=${removed.name}`;
    await afterRemoval({ db, actor: ctx.actor }, { user, detail });
  });
}
