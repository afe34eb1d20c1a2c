import { LOG_LINE_PREFIX } from "./server-log";

export type ServerParameters = { readonly [name: string]: string };

/**
 * Parameters of the server of one service: 40 connections, little memory, few processes, no network, no replication.
 * All go on the command line, so that a new version's values hold for an old cluster. (PostgreSQL 18, chapter 19.)
 */
const SERVER_PARAMETERS: ServerParameters = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "40",
  shared_buffers: "16MB",
  maintenance_work_mem: "32MB",
  huge_pages: "off",
  // /dev/shm of a container is small or absent.
  dynamic_shared_memory_type: "mmap",
  // The default keeps three processes for reading ahead.
  io_method: "sync",
  jit: "off",
  max_worker_processes: "0",
  max_parallel_workers: "0",
  max_parallel_workers_per_gather: "0",
  autovacuum_worker_slots: "2",
  autovacuum_max_workers: "2",
  // Each look at a database starts a process that reads the catalog: at rest that is a tenth of what the service takes.
  autovacuum_naptime: "3min",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_replication_slots: "0",
  max_logical_replication_workers: "0",
  // WAL shares the disk with the events.
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: LOG_LINE_PREFIX,
  log_checkpoints: "off",
  // Values of rows and statements stay out of the log.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/**
 * For tests alone: a power cut would destroy the cluster. Every test file has a pool, which keeps its connections for a
 * while.
 */
const WITHOUT_SYNC: ServerParameters = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "400",
};

/** The command-line arguments that set the server's parameters. */
export function parameterArguments(own: ServerParameters, syncToDisk: boolean): string[] {
  const all = { ...SERVER_PARAMETERS, ...(syncToDisk ? {} : WITHOUT_SYNC), ...own };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** One folder as a value of `unix_socket_directories`, which is a list: a comma in the path must not split it. */
export function quoteListEntry(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
