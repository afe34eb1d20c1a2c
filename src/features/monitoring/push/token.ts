import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { conflict, notFound } from "#platform/errors";
import { pushReports } from "../tables";

const TOKEN_BYTES = 16;

type Context = { db: Db; encryption: Encryption };

/** As the table finds it: 128 random bits need no slow digest. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function newToken({ encryption }: Context) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, columns: { tokenHash: hashOf(token), token: encryption.encrypt(token) } };
}

export async function addPushToken(ctx: Context, monitorId: number): Promise<void> {
  await ctx.db.insert(pushReports).values({ monitorId, ...newToken(ctx).columns });
}

/** Throws 404 where the monitor takes no reports, 409 where its token cannot be read. */
export async function readPushToken({ db, encryption }: Context, monitorId: number): Promise<string> {
  const [row] = await db
    .select({ token: pushReports.token })
    .from(pushReports)
    .where(eq(pushReports.monitorId, monitorId));
  if (row === undefined) throw noPushMonitor();
  try {
    return encryption.decrypt(row.token);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw conflict("The token was stored with another MASTER_KEY: renew it", error);
  }
}

/** Gives the new token; from now on the old one is unknown. Throws 404. */
export async function rotatePushToken(ctx: Context & { actor: Actor }, monitorId: number): Promise<string> {
  const { token, columns } = newToken(ctx);
  await ctx.db.transaction(async (db) => {
    const rows = await db
      .update(pushReports)
      .set(columns)
      .where(eq(pushReports.monitorId, monitorId))
      .returning({ monitorId: pushReports.monitorId });
    if (rows.length === 0) throw noPushMonitor();
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "monitor.push_token_renewed", target: `monitor:${monitorId}` },
    );
  });
  return token;
}

function noPushMonitor() {
  return notFound("Push monitor not found");
}
