import type { SyslogEngine } from "#features/syslog";
import type { Reachability } from "#platform/echo/reachability";
import type { Findings, ListenerFinding } from "./doctor/judge";
import {
  findDhcpTrouble,
  findPrograms,
  lookAtFolder,
  readMemoryLimit,
  readOpenFileLimit,
} from "./doctor/machine";

/** Settings that say what the service wants of its machine. */
export type Wishes = {
  dataFolder: string;
  minFreeBytes: number;
  searchMemoryBytes: number;
  mostTcpConnections: number;
  appUrl: string;
};

export type HostDescription = { description: string; limitations: readonly string[]; isReady(): boolean };

/** Files and sockets of the service beside syslog senders. */
const OTHER_FILES = 1000;
const TRANSPORTS = [
  { transport: "udp", feature: "Syslog UDP", setting: "SYSLOG_UDP_PORT", switch: "SYSLOG_UDP_ENABLED" },
  { transport: "tcp", feature: "Syslog TCP", setting: "SYSLOG_TCP_PORT", switch: "SYSLOG_TCP_ENABLED" },
  { transport: "tls", feature: "Syslog TLS", setting: "SYSLOG_TLS_PORT", switch: "SYSLOG_TLS_ENABLED" },
  { transport: "snmp-trap", feature: "SNMP traps", setting: "SNMP_TRAP_PORT", switch: "SNMP_TRAP_PORT" },
] as const;

type Running = { engine: SyslogEngine; reachability: Reachability; host: HostDescription; wishes: Wishes };

/** What the running service knows of its machine. */
export async function readFindings({ engine, reachability, host, wishes }: Running): Promise<Findings> {
  const { listeners } = engine.state();
  const buffers = listeners.flatMap(({ transport, error, receiveBufferBytes }) =>
    transport === "udp" && error === null ? [receiveBufferBytes] : [],
  );
  const [granted] = buffers;
  return {
    ...(await lookAround(wishes)),
    ping: reachability.status,
    listeners: TRANSPORTS.map((one): ListenerFinding => {
      const own = listeners.filter(({ transport }) => transport === one.transport);
      const failed = own.find(({ error }) => error !== null);
      return { ...one, port: own[0]?.port ?? null, error: failed?.error ?? null };
    }),
    receiveBuffer:
      granted === undefined ? undefined : { wanted: engine.options.receiver.receiveBufferBytes, granted },
    database: {
      description: host.description,
      problem: host.isReady() ? null : "it cannot be reached",
      limitations: host.limitations,
    },
  };
}

/** What any process of ours can find out about its machine. */
export async function lookAround(wishes: Wishes) {
  return {
    programs: findPrograms(),
    dhcpClientPort: await findDhcpTrouble(),
    data: { ...lookAtFolder(wishes.dataFolder), minFreeBytes: wishes.minFreeBytes },
    openFiles: { limit: readOpenFileLimit(), wanted: wishes.mostTcpConnections + OTHER_FILES },
    memory: { limitBytes: readMemoryLimit(), wantedBytes: wishes.searchMemoryBytes },
    appUrl: wishes.appUrl,
  };
}
