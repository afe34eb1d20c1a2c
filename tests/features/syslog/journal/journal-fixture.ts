import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { JournalChunk, JournalReader } from "../../../../src/features/syslog/journal/reader";
import { decodeRecords } from "../../../../src/features/syslog/journal/record";
import type { ArrivedMessage } from "../../../../src/features/syslog/journal/record-builder";
import { openJournal } from "../../../../src/features/syslog/journal/recovery";
import type { RefusalReason } from "../../../../src/features/syslog/journal/sink";
import {
  type JournalBounds,
  JournalWriter,
  type SyncedExtent,
} from "../../../../src/features/syslog/journal/writer";

export const COLLECTOR = "0123456789ab";

/** A journal in a folder of its own, deleted when disposed. What the parts log is kept in `said`. */
export class GivenJournal implements AsyncDisposable {
  readonly directory: string;
  readonly said: string[] = [];
  readonly log = {
    info: (_: object, message: string): void => void this.said.push(message),
    warn: (_: object, message: string): void => void this.said.push(message),
    error: (_: object, message: string): void => void this.said.push(message),
  };

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<GivenJournal> {
    return new GivenJournal(await mkdtemp(path.join(os.tmpdir(), "journal-")));
  }

  async open(): Promise<Awaited<ReturnType<typeof openJournal>>> {
    return openJournal({ directory: this.directory, collector: COLLECTOR, log: this.log });
  }

  /** A writer that goes on where the folder ends; its extents go to `reader` too where one is given. */
  async openWriter(over: Partial<JournalBounds> = {}, reader?: JournalReader): Promise<GivenWriter> {
    const { scan, reader: own } = await this.open();
    await own.close();
    const extents: SyncedExtent[] = [];
    const pauses: (RefusalReason | null)[] = [];
    const troubles: string[] = [];
    const writer = await JournalWriter.open(
      {
        directory: this.directory,
        collector: COLLECTOR,
        nextPosition: scan.nextPosition,
        minimumId: scan.minimumId,
        maxBytes: 1 << 30,
        minFreeBytes: 0,
        ...over,
      },
      {
        onSynced: (extent) => {
          extents.push(extent);
          reader?.announce(extent);
        },
        onPause: (reason) => void pauses.push(reason),
        onError: (message) => void troubles.push(message),
      },
    );
    return { writer, extents, pauses, troubles };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** A writer and what it said. */
export type GivenWriter = {
  writer: JournalWriter;
  extents: SyncedExtent[];
  pauses: (RefusalReason | null)[];
  troubles: string[];
};

/** A message as the receiver takes it. */
export function arrived(text: string, over: Partial<ArrivedMessage> = {}): ArrivedMessage {
  const bytes = Buffer.from(text);
  return {
    receivedAtMicros: Date.now() * 1000,
    sender: "192.0.2.1",
    transport: "udp",
    originalBytes: bytes.length,
    malformed: false,
    bytes,
    ...over,
  };
}

export function textsOf(records: Uint8Array): string[] {
  return decodeRecords(records).map((message) => Buffer.from(message.bytes).toString());
}

/** Everything behind `position` that the journal gives, chunk by chunk, up to its last position. */
export async function readAll(
  reader: JournalReader,
  position = 0,
  maxBytes = 1 << 20,
): Promise<JournalChunk[]> {
  reader.start(position);
  const chunks: JournalChunk[] = [];
  const signal = AbortSignal.timeout(10_000);
  for (let through = position; through < reader.lastPosition; through = chunks.at(-1)?.through ?? through) {
    chunks.push(await reader.next(maxBytes, signal));
  }
  await reader.close();
  return chunks;
}
