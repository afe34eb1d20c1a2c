import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { $ } from "bun";

/** A folder for each version that was released: its data directory, and what a later one must find in it. */
export const RELEASES = join(import.meta.dir, "../fixtures/releases");
/** The first version whose data every later one starts on. */
export const FIRST_KEPT = "0.2.0";

export type ReleaseContents = {
  version: string;
  usernames: string[];
  devices: string[];
  /** Numbered lines in segments, from 0 on. */
  stored: number;
  /** Numbered lines behind them that are only in the journal. */
  journaled: number;
  /** How many its database had; absent up to 0.8.0: fewer than any later one. */
  migrations?: number;
};

const ARCHIVE = "data.tar.zst";
const CONTENTS = "contents.json";
/** Databases of a cluster are alike, megabytes apart. */
const WINDOW_LOG = 27;
const LEVEL = 19;

export function keptVersions(): string[] {
  mkdirSync(RELEASES, { recursive: true });
  return readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Keeps a data directory that no service uses; gives how many octets that takes. */
export async function keepRelease(dataDirectory: string, contents: ReleaseContents): Promise<number> {
  const folder = join(RELEASES, contents.version);
  mkdirSync(folder, { recursive: true });
  const plain =
    await $`tar --create --sort=name --numeric-owner --directory ${dataDirectory} .`.arrayBuffer();
  const packed = zstdCompressSync(new Uint8Array(plain), {
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    },
  });
  await Bun.write(join(folder, ARCHIVE), packed);
  await Bun.write(join(folder, CONTENTS), `${JSON.stringify(contents, null, 2)}\n`);
  return packed.length;
}

/** Unpacks the data directory of a version into a folder that is not there yet. */
export async function unpackRelease(version: string, dataDirectory: string): Promise<ReleaseContents> {
  const folder = join(RELEASES, version);
  mkdirSync(dataDirectory, { mode: 0o700 });
  const plain = zstdDecompressSync(await Bun.file(join(folder, ARCHIVE)).bytes(), {
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
  });
  await $`tar --extract --no-same-owner --directory ${dataDirectory} < ${plain}`.quiet();
  return (await Bun.file(join(folder, CONTENTS)).json()) as ReleaseContents;
}
