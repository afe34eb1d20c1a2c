import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "#platform/durable-file";
import { codeOf } from "#platform/error-code";
import { encodeFileHeader, FILE_HEADER_BYTES, type FileHeader, journalFileName } from "./journal-file";

const open = promisify(fs.open);
const close = promisify(fs.close);
const fsync = promisify(fs.fsync);
const fdatasync = promisify(fs.fdatasync);
const unlink = promisify(fs.unlink);

/** One journal file that is being written. It is only ever appended to. */
export class AppendFile {
  readonly name: string;
  readonly header: FileHeader;
  readonly #directory: string;
  readonly #descriptor: number;
  #size: number;
  /** False until file and folder were fsynced once, so that the name itself survives a power cut. */
  #isNameDurable = false;
  #isClosed = false;
  /** At least one batch was written to it whole. */
  hasMessages = false;
  /** Through which id the header or a later record reserves. */
  reservedThroughId: number;

  private constructor(place: { directory: string; name: string; descriptor: number }, header: FileHeader) {
    this.name = place.name;
    this.header = header;
    this.#directory = place.directory;
    this.#descriptor = place.descriptor;
    this.#size = FILE_HEADER_BYTES;
    this.reservedThroughId = header.reservedThroughId;
  }

  /** Makes a new file and writes its header; nothing is durable before `sync`. A name that is taken gets a number. */
  static async create(directory: string, header: FileHeader): Promise<AppendFile> {
    for (let attempt = 0; ; attempt++) {
      const name = journalFileName(header.firstPosition, attempt);
      const descriptor = await openNew(path.join(directory, name));
      if (descriptor === undefined) continue;
      try {
        await writeAll(descriptor, encodeFileHeader(header));
      } catch (cause) {
        await close(descriptor).catch(() => undefined);
        await unlink(path.join(directory, name)).catch(() => undefined);
        throw cause;
      }
      return new AppendFile({ directory, name, descriptor }, header);
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Writes `bytes` whole behind what is there. After a failure the file's end is unknown: write to another one. */
  async append(bytes: Buffer): Promise<void> {
    await writeAll(this.#descriptor, bytes);
    this.#size += bytes.length;
  }

  /** The same before it returns. It holds the thread for as long as the kernel takes: for what is small. */
  appendNow(bytes: Buffer): void {
    let written = 0;
    while (written < bytes.length) {
      written += fs.writeSync(this.#descriptor, bytes, written, bytes.length - written, null);
    }
    this.#size += bytes.length;
  }

  /** Returns once everything appended before the call, and the file's name, are on disk. */
  async sync(): Promise<void> {
    if (this.#isNameDurable) {
      await fdatasync(this.#descriptor);
      return;
    }
    await fsync(this.#descriptor);
    await syncFolder(this.#directory);
    this.#isNameDurable = true;
  }

  /** Closes the file; what the kernel says to that tells nothing new, as every `sync` was checked. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await close(this.#descriptor).catch(() => undefined);
  }

  /**
   * Closes and deletes a file to which nothing was written that counts. Where that fails, the reader finds it empty.
   */
  async discard(): Promise<void> {
    await this.close();
    await unlink(path.join(this.#directory, this.name)).catch(() => undefined);
  }
}

async function openNew(file: string): Promise<number | undefined> {
  try {
    return await open(file, "wx", 0o600);
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return undefined;
    throw cause;
  }
}

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += await writeSome(descriptor, bytes, written);
  }
}

function writeSome(descriptor: number, bytes: Buffer, from: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.write(descriptor, bytes, from, bytes.length - from, null, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}
