import { ByteReader } from "./byte-reader";
import { BadBackup } from "./bad-backup";

/**
 * The part of POSIX ustar (IEEE Std 1003.1, pax, "ustar Interchange Format") that a backup needs: plain files with
 * short names. Any tar program reads it. Nothing is ever unpacked into a folder.
 */
const BLOCK = 512;
const MAGIC = "ustar\u000000";
const PLAIN_FILE = "0";
const LONGEST_NAME = 100;
/** Where the fields of a header begin, and how long they are. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  changedAt: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  linkName: [157, 100],
  magic: [257, 8],
  prefix: [345, 155],
} as const;

export const TAR_HEADER_OCTETS = BLOCK;

export type TarEntry = { name: string; content: Buffer };

/** What stands behind the last file. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** A file as it stands in the archive; `at` is when it was changed. */
export function tarFile({ name, content }: TarEntry, at: Date): Buffer {
  return Buffer.concat([
    tarHeader({ name, octets: content.length }, at),
    content,
    tarPadding(content.length),
  ]);
}

/** What stands behind a file of so many octets. */
export function tarPadding(octets: number): Buffer {
  return Buffer.alloc(paddingOf(octets));
}

/** What stands before a file's content. */
export function tarHeader({ name, octets }: { name: string; octets: number }, at: Date): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`our bug: ${name} is too long a name for tar`);
  const header = Buffer.alloc(BLOCK);
  const write = (field: keyof typeof FIELDS, text: string) => header.write(text, FIELDS[field][0], "latin1");
  write("name", name);
  write("mode", "0000600\0");
  write("owner", "0000000\0");
  write("group", "0000000\0");
  write("size", octal(octets));
  write("changedAt", octal(Math.floor(at.getTime() / 1000)));
  write("type", PLAIN_FILE);
  write("magic", MAGIC);
  write("checksum", `${checksumOf(header).toString(8).padStart(6, "0")}\0 `);
  return header;
}

/** A file of an archive that is being read: its content is taken whole or in pieces, once, before the next file. */
export type OpenTarFile = {
  name: string;
  octets: number;
  /** Throws BadBackup for a file above the limit. */
  read(): Promise<Buffer>;
  pieces(): AsyncGenerator<Uint8Array>;
};

/**
 * The files of an archive. Throws BadBackup for what `tarFile` does not write: links, devices, folders, other owners of
 * names than `isName` says, a file above `mostOctets` that is read whole, and an end that is none.
 */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  { isName, mostOctets }: { isName: (name: string) => boolean; mostOctets: number },
): AsyncGenerator<OpenTarFile> {
  const reader = new ByteReader(source);
  try {
    for (;;) {
      const header = await reader.take(BLOCK);
      if (header.every((octet) => octet === 0)) break;
      const { name, size } = parseHeader(header);
      if (!isName(name)) throw new BadBackup("it has a file that no backup has");
      yield {
        name,
        octets: size,
        read: async () => {
          if (size > mostOctets) throw new BadBackup("a file in it is too large");
          return reader.take(size);
        },
        pieces: () => reader.takePieces(size),
      };
      await takeZeros(reader, paddingOf(size));
    }
    await takeZeros(reader, BLOCK);
    if (!(await reader.isAtEnd())) throw new BadBackup("something stands behind its end");
  } finally {
    await reader.close();
  }
}

async function takeZeros(reader: ByteReader, count: number): Promise<void> {
  const octets = await reader.take(count);
  if (octets.some((octet) => octet !== 0)) throw new BadBackup("something stands where nothing may stand");
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const text = (field: keyof typeof FIELDS) => {
    const [start, length] = FIELDS[field];
    return header.toString("latin1", start, start + length);
  };
  if (text("magic") !== MAGIC || text("checksum") !== `${checksumOf(header).toString(8).padStart(6, "0")}\0 `)
    throw new BadBackup("the head of a file is damaged");
  if (text("type") !== PLAIN_FILE || isSet(text("linkName")) || isSet(text("prefix")))
    throw new BadBackup("it has something in it that is no plain file");
  const [, name] = /^([^\0]+)\0*$/.exec(text("name")) ?? [];
  const [, digits] = /^([0-7]{11})\0$/.exec(text("size")) ?? [];
  if (name === undefined || digits === undefined) throw new BadBackup("the head of a file is damaged");
  return { name, size: Number.parseInt(digits, 8) };
}

function isSet(field: string): boolean {
  return /[^\0]/.test(field);
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, "0")}\0`;
}

/** The sum of a header's octets, with spaces in place of the sum. */
function checksumOf(header: Buffer): number {
  const [start, length] = FIELDS.checksum;
  return header.reduce((sum, octet, at) => sum + (at >= start && at < start + length ? 0x20 : octet), 0);
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
