import type { SyslogOptions } from "#features/syslog";
import type { DataDirectory } from "#platform/data-directory";
import { canonicalNetwork } from "#platform/ip";
import { allocatorVariables, type Settings } from "../settings/settings";

/** How long a TCP sender may take from the first octet of a message to its last. */
const TCP_UNFINISHED_SECONDS = 30;

export function syslogOptions(settings: Settings, folders: DataDirectory): SyslogOptions {
  return {
    folders: { data: folders.path, journal: folders.journal, events: folders.events, temporary: folders.tmp },
    isEnabled: settings.SYSLOG_ENABLED,
    isReceiving: settings.SYSLOG_ENABLED && settings.ROLES.includes("collector"),
    takesRelays: settings.ROLES.includes("api"),
    ports: {
      udp: settings.SYSLOG_UDP_PORT,
      tcp: settings.SYSLOG_TCP_PORT,
      tls: settings.SYSLOG_TLS_PORT,
    },
    isAnyTrapCommunity: settings.SNMP_TRAP_ANY_COMMUNITY,
    receiver: {
      host: settings.SYSLOG_HOST,
      udpPort: settings.SYSLOG_UDP_ENABLED ? settings.SYSLOG_UDP_PORT : null,
      tcpPort: settings.SYSLOG_TCP_ENABLED ? settings.SYSLOG_TCP_PORT : null,
      tlsPort: settings.SYSLOG_TLS_ENABLED ? settings.SYSLOG_TLS_PORT : null,
      trapPort: settings.SNMP_TRAP_PORT === 0 ? null : settings.SNMP_TRAP_PORT,
      trapHost: settings.SNMP_TRAP_HOST,
      tlsFiles: tlsFiles(settings),
      threads: settings.SYSLOG_RECEIVER_THREADS,
      allowlist: settings.SYSLOG_SENDER_ALLOWLIST,
      maxLineBytes: settings.SYSLOG_MAX_LINE_BYTES,
      tcpIdleSeconds: settings.SYSLOG_TCP_IDLE_SECONDS,
      tcpUnfinishedSeconds: TCP_UNFINISHED_SECONDS,
      maxTcpConnections: settings.SYSLOG_MAX_TCP_CONNECTIONS,
      maxTcpConnectionsPerAddress: settings.SYSLOG_MAX_TCP_CONNECTIONS_PER_ADDRESS,
      receiveBufferBytes: settings.SYSLOG_RECEIVE_BUFFER_BYTES,
    },
    journal: { maxBytes: settings.SYSLOG_JOURNAL_MAX_BYTES, minFreeBytes: settings.SYSLOG_MIN_FREE_BYTES },
    timeZones: timeZones(settings),
    threads: settings.WORKER_THREADS,
    duckdbMemoryMegabytes: settings.DUCKDB_MEMORY_MB,
    searchTimeoutSeconds: settings.SEARCH_TIMEOUT_SECONDS,
    retentionDays: settings.FIREWALL_LOG_RETENTION_DAYS,
    retentionBytes: settings.FIREWALL_LOG_RETENTION_BYTES,
    restSeconds: settings.SYSLOG_REST_SECONDS,
    allocator: allocatorVariables(),
    maintenanceSeconds: settings.FAULT_UPKEEP_SECONDS,
  };
}

function timeZones(settings: Settings): SyslogOptions["timeZones"] {
  const senders = settings.SYSLOG_SENDER_TIME_ZONES.map(([sender, zone]) => {
    const network = canonicalNetwork(sender);
    if (network === undefined) throw new Error(`our bug: the settings let "${sender}" pass as a network`);
    return [network, zone] as const;
  });
  return { fallback: settings.SYSLOG_TIME_ZONE, senders };
}

function tlsFiles(settings: Settings): SyslogOptions["receiver"]["tlsFiles"] {
  const { SYSLOG_TLS_CERTFILE: certificate, SYSLOG_TLS_KEYFILE: key } = settings;
  if (!settings.SYSLOG_TLS_ENABLED || certificate === undefined || key === undefined) return null;
  return { certificate, key, clientAuthorities: settings.SYSLOG_TLS_CLIENT_CAFILE ?? null };
}

/** For crash tests: dies at the named step of ingest, upkeep or restore, as by kill -9. */
export function dieAt(faultPoint: string | undefined): ((step: string) => void) | undefined {
  if (faultPoint === undefined) return undefined;
  return (step) => {
    if (step === faultPoint) process.kill(process.pid, "SIGKILL");
  };
}
