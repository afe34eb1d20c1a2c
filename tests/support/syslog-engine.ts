import type { SyslogOptions } from "#features/syslog";
import type { StoreFolders } from "./event-store";

const RECEIVER: SyslogOptions["receiver"] = {
  host: "127.0.0.1",
  udpPort: null,
  tcpPort: null,
  tlsPort: null,
  trapPort: null,
  trapHost: "127.0.0.1",
  tlsFiles: null,
  threads: 1,
  allowlist: [],
  maxLineBytes: 8192,
  tcpIdleSeconds: 0,
  tcpUnfinishedSeconds: 30,
  maxTcpConnections: 1,
  maxTcpConnectionsPerAddress: 1,
  receiveBufferBytes: 65_536,
};

/** Options of an engine over the folders, small and without listeners; with `receiver` one that receives. */
export function engineOptions(
  folders: StoreFolders,
  receiver?: Partial<SyslogOptions["receiver"]>,
): SyslogOptions {
  return {
    folders: { data: folders.root, ...folders },
    isEnabled: receiver !== undefined,
    isReceiving: receiver !== undefined,
    takesRelays: true,
    ports: { udp: receiver?.udpPort ?? 0, tcp: receiver?.tcpPort ?? 0, tls: receiver?.tlsPort ?? 0 },
    isAnyTrapCommunity: false,
    receiver: { ...RECEIVER, ...receiver },
    journal: { maxBytes: 1024 ** 3, minFreeBytes: 0 },
    timeZones: { fallback: "UTC", senders: [] },
    threads: 2,
    duckdbMemoryMegabytes: 400,
    searchTimeoutSeconds: 10,
    retentionDays: 7,
    retentionBytes: 0,
    restSeconds: 0,
    allocator: {},
  };
}
