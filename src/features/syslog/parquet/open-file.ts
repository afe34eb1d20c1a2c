import { type FileHandle, open } from "node:fs/promises";
import { type FileRange, type Footer, footerRange, makeRoom, parseFooter, tailRange } from "./footer";
import { UnreadableParquetError } from "./unreadable";

/** A Parquet file that is open for reading; no thread waits for the disk. */
export class OpenParquetFile {
  readonly #file: FileHandle;
  readonly #size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  static async open(path: string): Promise<OpenParquetFile> {
    const file = await open(path, "r");
    try {
      return new OpenParquetFile(file, (await file.stat()).size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** @throws UnreadableParquetError as `parseFooter` does. */
  async readFooter(): Promise<Footer> {
    const tail = await this.read(tailRange(this.#size));
    return parseFooter(await this.read(footerRange(this.#size, tail)));
  }

  /** A part of the file, in `memory` where it fits. @throws UnreadableParquetError where the file ends before. */
  async read(range: FileRange, memory?: Buffer): Promise<Buffer> {
    const octets = makeRoom(range, this.#size, memory);
    const { start, length } = range;
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.#file.read(octets, done, length - done, start + done);
      if (bytesRead === 0) throw new UnreadableParquetError("the file is too short");
      done += bytesRead;
    }
    return octets;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
