import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { writeDurably } from "#platform/durable-file";
import type { Logger } from "#platform/log";
import { codeOf } from "#platform/error-code";
import type { AuditLink } from "./models";
import { readHead } from "./verification";

/**
 * Keeps the newest known head of the audit chain outside the database, so that a shortened or rewritten chain shows.
 */
export type AuditAnchor = {
  /** Undefined: none was noted yet. Throws where the file is damaged. */
  read(): AuditLink | undefined;
  write(head: AuditLink): void;
};

const Link = z.object({ position: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** The anchor in a file of its own; the file may not exist yet. */
export function openAuditAnchor(path: string): AuditAnchor {
  return {
    read() {
      const text = readText(path);
      if (text === undefined) return undefined;
      const [position = "", hash = ""] = text.trim().split(" ");
      const link = Link.safeParse({ position: Number(position || Number.NaN), hash });
      if (!link.success) throw new Error(`cannot read the audit anchor ${path}: it is damaged`);
      return link.data;
    },
    write: ({ position, hash }) => writeDurably(path, `${position} ${hash}\n`),
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new Error(`cannot read the audit anchor ${path}`, { cause: error });
  }
}

/**
 * Notes the chain's head, unless the one noted before is no longer in the chain: then it stays as evidence. False: it
 * stayed.
 */
export async function advanceAnchor({ db, anchor }: { db: Db; anchor: AuditAnchor }): Promise<boolean> {
  const noted = anchor.read();
  if (noted !== undefined && !(await isInChain(db, noted))) return false;
  const head = await readHead(db);
  if (head === undefined) return false;
  if (head.position !== noted?.position) anchor.write(head);
  return true;
}

/** Notes the chain's head in place of one that is not in the chain any more: a restore has put another log in place. */
export async function renewAuditAnchor({ db, anchor }: { db: Db; anchor: AuditAnchor }): Promise<void> {
  const head = await readHead(db);
  if (head !== undefined) anchor.write(head);
}

async function isInChain(db: Db, { position, hash }: AuditLink): Promise<boolean> {
  if (position === 0) return true;
  const found = await db.execute(
    sql`SELECT FROM audit_chain c, audit_head h WHERE c.position = ${position} AND c.hash = ${hash} AND h.position >= ${position}`,
  );
  return found.length > 0;
}

const EVERY_MS = 60_000;

/**
 * Advances the anchor every minute and at `close()`; says so in the log when the chain no longer holds what was noted.
 */
export function startAuditAnchor({ db, anchor, log }: { db: Db; anchor: AuditAnchor; log: Logger }): {
  close(): Promise<void>;
} {
  const advance = async () => {
    try {
      if (!(await advanceAnchor({ db, anchor }))) {
        log.error("the audit log does not hold what it held before: check it with `verify-audit`");
      }
    } catch (error) {
      log.warn({ err: error }, "cannot note the audit log's head");
    }
  };
  const timer = setInterval(() => void advance(), EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await advance();
    },
  };
}
