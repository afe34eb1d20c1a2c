import { downloadName } from "#platform/http/download";
import type { Piece } from "./row-format";

/**
 * A file on its way to the caller. Reading `content` may throw: then the file is incomplete and must not look whole.
 */
export type ExportFile = {
  name: string;
  contentType: string;
  /** Of the first piece at least is known that it can be read. */
  content: AsyncGenerator<Piece>;
};

type Opening = {
  /** What the file has, for its name: `device-inventory`. */
  subject: string;
  at: Date;
  format: { contentType: string; extension: string };
  pieces: AsyncGenerator<Piece>;
  /** Told of the rows that were taken, when the file has ended, whole or not. */
  onEnd?: (rows: number) => Promise<void>;
};

/** Reads the first rows before this returns, so that an export that fails is refused instead of begun. */
export async function openExportFile({ subject, at, format, pieces, onEnd }: Opening): Promise<ExportFile> {
  const { contentType, extension } = format;
  const begun: Piece[] = [];
  for (;;) {
    const next = await pieces.next();
    if (next.done) break;
    begun.push(next.value);
    if (next.value.rows > 0) break;
  }
  return {
    name: downloadName(subject, { at, extension }),
    contentType,
    content: endingWith(begun, pieces, onEnd),
  };
}

async function* endingWith(
  begun: readonly Piece[],
  rest: AsyncGenerator<Piece>,
  onEnd: Opening["onEnd"],
): AsyncGenerator<Piece> {
  let rows = 0;
  try {
    for (const piece of begun) {
      rows += piece.rows;
      yield piece;
    }
    for await (const piece of rest) {
      rows += piece.rows;
      yield piece;
    }
  } finally {
    // Where the file ends among the first pieces, nobody has ended what they come from.
    await rest.return(undefined);
    await onEnd?.(rows);
  }
}
