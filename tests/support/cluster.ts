import { setUpAdmin, type ApiClient } from "./api-client";
import { startCuttableProxy, type CuttableProxy } from "./cuttable-proxy";
import { startFrontProxy, type FrontProxy } from "./haproxy";
import { startReplicas } from "./replicas";
import { freePort } from "./free-port";
import type { ServiceProcess } from "./service-process";

export type Member = {
  roles: string;
  httpPort: number;
  syslogPort: number;
  /** As it runs now. */
  service: ServiceProcess;
};

export type Cluster = {
  /** Two that answer and work, then two that collect. */
  members: Member[];
  collectors: [Member, Member];
  front: FrontProxy;
  /** The way of all processes to PostgreSQL. */
  database: CuttableProxy;
  /** An administrator who asks by the proxy. */
  admin: ApiClient;
  /** A data directory from which stored events are seen. */
  dataDirectory: string;
  /** kill -9; gives from when to when it ended (performance.now()). */
  kill(member: Member): Promise<{ from: number; to: number }>;
  restart(member: Member): Promise<void>;
  remove(): Promise<void>;
};

const ENVIRONMENT = { SYSLOG_QUERY_TIMEOUT_SECONDS: "60" };

/** Two processes with `api worker` and two with `collector` on one PostgreSQL, behind one proxy. */
export async function startCluster(environment: Record<string, string> = {}): Promise<Cluster> {
  const replicas = await startReplicas({ ...ENVIRONMENT, ...environment });
  const database = await startCuttableProxy(replicas.postgres.url);
  const databaseUrl = new URL(replicas.postgres.url);
  databaseUrl.port = new URL(database.url).port;
  const environmentOf = ({ httpPort, syslogPort }: Pick<Member, "httpPort" | "syslogPort">) => ({
    DATABASE_URL: databaseUrl.href,
    APP_PORT: String(httpPort),
    SYSLOG_UDP_PORT: String(syslogPort),
    SYSLOG_TCP_PORT: String(syslogPort),
  });
  const begin = async (roles: string): Promise<Member> => {
    const ports = { httpPort: freePort(), syslogPort: freePort() };
    return { roles, ...ports, service: await replicas.start(roles, environmentOf(ports)) };
  };
  const first = await begin("api worker");
  const second = await begin("api worker");
  const collectors: [Member, Member] = [await begin("collector"), await begin("collector")];
  const api: [number, number] = [first.httpPort, second.httpPort];
  const front = await startFrontProxy({ api, collectors }, replicas.folder);
  return {
    members: [first, second, ...collectors],
    collectors,
    front,
    database,
    admin: await setUpAdmin(front.url),
    dataDirectory: first.service.dataDirectory,
    async kill({ service }) {
      const from = performance.now();
      await service.kill();
      return { from, to: performance.now() };
    },
    async restart(member) {
      member.service = await replicas.restart(member.service, member.roles, environmentOf(member));
    },
    async remove() {
      await front.stop();
      await replicas.remove();
      await database.close();
    },
  };
}
