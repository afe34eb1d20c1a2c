import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startForeignPostgres, type ForeignPostgres } from "./foreign-postgres";
import { startService, type ServiceProcess } from "./service-process";

export type Replicas = {
  postgres: ForeignPostgres;
  environment: Readonly<Record<string, string>>;
  /** A temporary folder that goes with the rest. */
  folder: string;
  /** Starts a process on the same database and the same stored events. */
  start(roles: string, environment?: Record<string, string>, sources?: string): Promise<ServiceProcess>;
  /** Starts one that was killed again, on its own data directory. */
  restart(
    killed: ServiceProcess,
    roles: string,
    environment?: Record<string, string>,
  ): Promise<ServiceProcess>;
  remove(): Promise<void>;
};

/** A PostgreSQL of somebody else's and a folder for events, for any number of processes that share them. */
export async function startReplicas(environment: Record<string, string> = {}): Promise<Replicas> {
  const postgres = await startForeignPostgres();
  const folder = mkdtempSync(join(tmpdir(), "netatlas-replicas-"));
  const events = join(folder, "events");
  mkdirSync(events);
  const shared = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: "one-signing-key-for-all-replicas-0123456789",
    MASTER_KEY: "bWFzdGVyLWtleS1mb3ItdGVzdHMtb2YtMzItYnl0ZXM=",
    AUTH_PROGRESSIVE_DELAY_SECONDS: "0",
    API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
    ...environment,
  };
  const all: ServiceProcess[] = [];
  const begin = async (
    dataDirectory: string,
    roles: string,
    { more, sources }: { more: Record<string, string>; sources?: string | undefined },
  ) => {
    const service = await startService({
      dataDirectory,
      ...(sources !== undefined && { sources }),
      environment: { ...shared, ROLES: roles, ...more },
    });
    all.push(service);
    return service;
  };
  return {
    postgres,
    environment: shared,
    folder,
    start(roles, more = {}, sources) {
      const dataDirectory = mkdtempSync(join(folder, "data-"));
      symlinkSync(events, join(dataDirectory, "events"));
      return begin(dataDirectory, roles, { more, sources });
    },
    restart: (killed, roles, more = {}) => begin(killed.dataDirectory, roles, { more }),
    async remove() {
      await Promise.all(all.map((service) => service.stop()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
