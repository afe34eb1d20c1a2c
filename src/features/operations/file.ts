import { and, eq } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { forbidden, notFound } from "#platform/errors";
import type { Outside } from "#platform/http/dry-run";
import { may, type Caller } from "#platform/http/guard";
import type { PeerContent } from "#platform/peers/ask";
import { fetchFromOthers, type OtherProcesses } from "./peer-files";
import type { ResultFiles } from "./result-files";
import type { OperationResult } from "./models";
import type { RunningOperation } from "./run";
import { unlinkResults } from "./service";
import { operationFiles, operations } from "./tables";

type Context = { db: Db; files: ResultFiles };

type GivenFile = {
  userId: number;
  name: string;
  /** What its owner must still be permitted to read it. */
  permission: string | null;
  content: AsyncGenerator<{ bytes: Uint8Array; rows: number }>;
  /** Its size, where that and not rows tells how far it is; in MiB then. */
  expectedBytes?: number;
};

const REPORT_MS = 1000;
const MIB = 1024 ** 2;

/**
 * Writes what an operation gives as a file, and ends the operation with it; where either fails there is no file.
 * @throws ApiError 507 where there is no room for it.
 */
export async function finishWithFile(
  { db, files }: Context,
  operation: RunningOperation,
  { userId, name, permission, content, expectedBytes }: GivenFile,
): Promise<OperationResult> {
  const { id, signal } = operation;
  let rows = 0;
  let written = 0;
  let reportedAt = performance.now();
  const toMebibytes = (bytes: number) => Math.ceil(bytes / MIB);
  async function* counted() {
    if (expectedBytes !== undefined)
      await operation.report({ phase: "writing", done: 0, total: toMebibytes(expectedBytes) });
    for await (const piece of content) {
      rows += piece.rows;
      written += piece.bytes.length;
      yield piece;
      if (performance.now() - reportedAt < REPORT_MS) continue;
      reportedAt = performance.now();
      await operation.report({
        phase: "writing",
        done: expectedBytes === undefined ? rows : toMebibytes(written),
      });
    }
  }
  const sizeBytes = await files.write({ id, userId, content: counted() }, signal);
  try {
    const result = { file: name, ...(expectedBytes === undefined && { rows }), bytes: sizeBytes };
    await db.transaction(async (transaction) => {
      await transaction.insert(operationFiles).values({ operationId: id, name, sizeBytes, permission });
      await operation.finish(transaction, { result, resultPath: `/api/v1/operations/${id}/file` });
    });
    files.settle(id);
    return result;
  } catch (error) {
    await files.forget(id);
    throw error;
  }
}

const NOT_KEPT = "The operation has no file, or it is not kept any more";

type Asked = { id: string; caller: Caller; refusalOf: (permission: string) => string };

/**
 * What an own operation's file is called and holds, whichever process has it.
 * @throws ApiError 404, also for the file of somebody else; 403 where the caller may not export such things any more.
 */
export async function getOwnFile(
  { db, files, others }: Context & { others: OtherProcesses },
  { id, caller, refusalOf }: Asked,
): Promise<{ name: string; content: Blob | PeerContent }> {
  const found = await findOwnFile(db, { id, userId: caller.userId });
  if (found === undefined) throw notFound(NOT_KEPT);
  const { permission, sizeBytes } = found;
  if (permission !== null && !may(caller, permission)) throw forbidden(refusalOf(permission));
  const file = Bun.file(files.pathOf(id));
  const content = (await file.exists()) ? file : await fetchFromOthers(others, { id, sizeBytes });
  if (content === undefined) throw notFound(NOT_KEPT);
  return { name: found.name, content };
}

async function findOwnFile(db: Db, { id, userId }: { id: string; userId: number }) {
  const { operationId, name, permission, sizeBytes } = operationFiles;
  const [found] = await db
    .select({ name, permission, sizeBytes })
    .from(operationFiles)
    .innerJoin(operations, eq(operations.id, operationId))
    .where(and(eq(operationId, id), eq(operations.userId, userId)));
  return found;
}

/** Removes an own operation's file before its time. @throws ApiError 404 */
export async function removeOwnFile(
  { db, files, actor, outside }: Context & { actor: Actor; outside: Outside },
  { id, userId }: { id: string; userId: number },
): Promise<void> {
  const found = await findOwnFile(db, { id, userId });
  if (found === undefined) throw notFound(NOT_KEPT);
  await db.transaction(async (transaction) => {
    await transaction.delete(operationFiles).where(eq(operationFiles.operationId, id));
    await unlinkResults(transaction, [id]);
    const entry = { action: "operations.file_removed", target: `operation:${id}`, detail: found.name };
    await recordAudit({ db: transaction, actor }, entry);
  });
  await outside(`remove the file ${found.name}`, () => files.forget(id));
}
