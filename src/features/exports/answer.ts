import { answerBegun, finishWithFile, type OperationRunner, type ResultFiles } from "#features/operations";
import type { Db } from "#platform/database";
import { download } from "#platform/http/download";
import { prefersAsync } from "#platform/http/prefer";
import type { Guarded } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { ExportFile } from "./export-file";

/** What exports are answered with. */
export type ExportDesk = { db: Db; log: Logger; runner: OperationRunner; files: ResultFiles };

type Export = {
  /** What is exported, for the list of operations: `firewall events`. */
  subject: string;
  permission: string;
  /** Refuses what cannot be exported. The signal ends the file: its client has left, or its operation is to end. */
  open: (signal: AbortSignal) => Promise<ExportFile>;
};

type Request = Pick<Guarded<unknown, unknown, unknown>, "caller" | "context" | "signal">;

/**
 * The file as the answer or, where the client prefers not to wait, the operation that writes it.
 * @throws what `open` throws; ApiError 429 and 507 where another operation is too much.
 */
export async function answerExport(desk: ExportDesk, request: Request, asked: Export): Promise<Response> {
  const { caller, context, signal } = request;
  if (prefersAsync(context))
    return answerBegun(desk, context, (begun) => writeBehind(desk, caller.userId, { ...asked, begun }));
  const left = new AbortController();
  const file = await asked.open(AbortSignal.any([signal, left.signal]));
  return download(bytesOf(file), {
    name: file.name,
    contentType: file.contentType,
    onLeave: () => left.abort(new Error("the client has left")),
  });
}

async function* bytesOf({ content }: ExportFile): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of content) yield bytes;
}

/** Of the 507 of a route. */
export const NO_ROOM = "With `Prefer: respond-async`: the files of operations have no room for another";

/** Begins to write the file, and tells of the operation that does so. */
async function writeBehind(
  desk: ExportDesk,
  userId: number,
  { subject, permission, open, begun }: Export & { begun: (id: string) => void },
): Promise<void> {
  const leave = desk.files.takePlace(userId);
  const ending = new AbortController();
  try {
    await desk.files.requireRoom(userId);
    const file = await open(ending.signal);
    const signal = new AbortController().signal;
    await desk.runner.run({ kind: "export", userId, subject, phase: "writing", signal }, (operation) => {
      begun(operation.id);
      const end = () => ending.abort(operation.signal.reason);
      operation.signal.addEventListener("abort", end, { once: true });
      return finishWithFile(desk, operation, { ...file, userId, permission });
    });
  } finally {
    // Of an operation that could not begin, too: what its file comes from is still open.
    ending.abort(new Error("the export has ended"));
    leave();
  }
}
