import { actorOf } from "#features/audit";
import { answerBegun, finishWithFile, type OperationRunner, type ResultFiles } from "#features/operations";
import type { Db } from "#platform/database";
import type { Guarded } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { Backups } from "./backups";
import type { OptionalPart } from "./table-parts";
import { withUploadedBackup } from "./upload";
import { watchingOf } from "./watching";

/** What backups and restores need that go on behind their answer. */
export type BackupDesk = { db: Db; log: Logger; runner: OperationRunner; files: ResultFiles };

type Request = Pick<Guarded<unknown, unknown, unknown>, "caller" | "client" | "context">;
type Wanted = { parts: readonly OptionalPart[]; passphrase?: string | undefined };

/** No role has it: SuperAdmins may everything. */
const OWNERS_ONLY = "superadmin";

/**
 * Begins to write a backup into a file of an operation. @throws ApiError 429 and 507 where another file is too much.
 */
export function backUpBehind(
  { desk, backups }: { desk: BackupDesk; backups: Backups },
  request: Request,
  wanted: Wanted,
): Promise<Response> {
  const { userId } = request.caller;
  return answerBegun(desk, request.context, async (begun) => {
    const leave = desk.files.takePlace(userId);
    try {
      await desk.files.requireRoom(userId);
      const signal = new AbortController().signal;
      await desk.runner.run({ kind: "backup", userId, phase: "reading", signal }, async (operation) => {
        begun(operation.id);
        const file = await backups.export(actorOf(request), { ...wanted, ...watchingOf(operation) });
        const { name, octets: expectedBytes } = file;
        try {
          const content = withoutRows(file.content);
          return await finishWithFile(desk, operation, {
            userId,
            name,
            permission: OWNERS_ONLY,
            content,
            expectedBytes,
          });
        } finally {
          await file.close();
        }
      });
    } finally {
      leave();
    }
  });
}

async function* withoutRows(content: AsyncIterable<Uint8Array>) {
  for await (const bytes of content) yield { bytes, rows: 0 };
}

/** Takes an uploaded backup, and begins to put it in place. */
export function restoreBehind(
  { desk, backups }: { desk: BackupDesk; backups: Backups },
  request: Request,
): Promise<Response> {
  return answerBegun(desk, request.context, (begun) =>
    withUploadedBackup(backups, request.context, (uploaded) => {
      const { userId } = request.caller;
      const signal = new AbortController().signal;
      return desk.runner.run({ kind: "restore", userId, phase: "checking", signal }, (operation) => {
        begun(operation.id);
        return backups.restore(actorOf(request), uploaded, operation);
      });
    }),
  );
}
