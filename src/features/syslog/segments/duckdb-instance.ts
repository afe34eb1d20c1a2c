import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { releaseUnusedCode } from "#platform/unused-code";
import { quoteText } from "./quote-text";

const MAX_SPILL = "2GB";
/** Some 30 MiB of code. */
const DUCKDB_LIBRARY = "libduckdb";
/**
 * Half of that code is run by what opens an instance, and not again while it is open: it leaves memory soon behind that,
 * and what nobody has run meanwhile every two minutes, for 10 ms.
 */
const RELEASE_MS = { opened: 10_000, later: 120_000 };

/**
 * `keepsFooters`: what the footer of a file says is read once, and given up where memory is short; segments never
 * change.
 */
export type InstanceOptions = {
  /** Segments; below DATA_DIR. */
  eventsFolder: string;
  /** Parquet files in the making, and what DuckDB spills. */
  temporaryFolder: string;
  memoryMegabytes: number;
  threads: number;
  keepsFooters: boolean;
  /** How long behind its opening code leaves memory first; only tests have less. */
  releaseMs?: number;
};

/** An instance that is opened when it is first needed. */
export class LazyInstance {
  readonly #options: InstanceOptions;
  #instance: Promise<OpenInstance> | undefined;

  constructor(options: InstanceOptions) {
    this.#options = options;
  }

  async connect(): Promise<DuckDBConnection> {
    this.#instance ??= openReleasing(this.#options).catch((error: unknown) => {
      this.#instance = undefined;
      throw new Error("cannot open DuckDB", { cause: error });
    });
    return (await this.#instance).instance.connect();
  }

  get isOpen(): boolean {
    return this.#instance !== undefined;
  }

  /** Who connects from now on gets another one. */
  async close(): Promise<void> {
    const opening = this.#instance;
    this.#instance = undefined;
    const opened = await opening?.catch(() => undefined);
    if (opened === undefined) return;
    opened.stopReleasing();
    opened.instance.closeSync();
    releaseUnusedCode(DUCKDB_LIBRARY);
  }
}

type OpenInstance = { instance: DuckDBInstance; stopReleasing(): void };

async function openReleasing(options: InstanceOptions): Promise<OpenInstance> {
  const instance = await openInstance(options);
  let timer: Timer;
  const releaseAfter = (milliseconds: number) => {
    timer = setTimeout(() => {
      releaseUnusedCode(DUCKDB_LIBRARY);
      releaseAfter(RELEASE_MS.later);
    }, milliseconds).unref();
  };
  releaseAfter(options.releaseMs ?? RELEASE_MS.opened);
  return { instance, stopReleasing: () => clearTimeout(timer) };
}

async function openInstance(options: InstanceOptions): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: `${options.memoryMegabytes}MB`,
    threads: String(options.threads),
    // Made when something is spilled, and removed on closing. Of its own: instances give their files the same names, so
    // that two, of whatever processes, that spill into one folder write over each other's, and end the process.
    temp_directory: join(options.temporaryFolder, `duckdb_temp_${crypto.randomUUID()}`),
    max_temp_directory_size: MAX_SPILL,
    // Gives memory back to the system when a statement is done; without it a burst stays in the process for good.
    allocator_background_threads: "true",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  const folders = [options.eventsFolder, options.temporaryFolder].map((folder) =>
    quoteText(join(folder, "/")),
  );
  await connection.run(`SET allowed_directories = [${folders.join(", ")}]`);
  await connection.run("LOAD parquet");
  await connection.run(`SET parquet_metadata_cache = ${options.keepsFooters}`);
  // The kernel keeps what is read; a second copy of it, also of what is written or has been deleted, would fill the
  // limit.
  await connection.run("SET enable_external_file_cache = false");
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
  connection.closeSync();
  return instance;
}
