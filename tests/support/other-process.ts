import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresConnection } from "#platform/postgres-server";
import { startService } from "./service-process";
import { startTcpWay } from "./tcp-postgres";

type Beside = {
  connection: PostgresConnection;
  /** Of the service that it stands beside, whose stored events it reads. */
  dataDirectory: string;
  environment: Readonly<Record<string, string>>;
};

/** A process of the operating system that answers on the database of a test's service, and does nothing else. */
export type OtherProcess = {
  /** As the app of a service takes a request from that address. */
  ask(path: string, init: RequestInit, peer: string): Promise<Response>;
  close(): Promise<void>;
};

export async function startOtherProcess(beside: Beside): Promise<OtherProcess> {
  const way = await startTcpWay(beside.connection);
  const dataDirectory = mkdtempSync(join(tmpdir(), "netatlas-other-"));
  symlinkSync(join(beside.dataDirectory, "events"), join(dataDirectory, "events"));
  const service = await startService({
    dataDirectory,
    fromNothing: false,
    environment: {
      ...beside.environment,
      DATABASE_URL: way.urlOf(beside.connection),
      ROLES: "api",
      // By which it is told from where a test calls.
      TRUSTED_PROXY_IPS: '["127.0.0.1"]',
    },
  });
  let ended: number | undefined;
  void service.exited.then((code) => (ended = code));
  return {
    async ask(path, init, peer) {
      const headers = new Headers(init.headers);
      if (!headers.has("Host")) headers.set("Host", "localhost");
      headers.set("X-Forwarded-For", peer);
      try {
        return await fetch(service.url + path, { ...init, headers, redirect: "manual" });
      } catch (error) {
        if (ended === undefined) throw error;
        throw new Error(`the other process has ended with ${ended}:\n${service.output()}`, { cause: error });
      }
    },
    async close() {
      await service.stop();
      way.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
