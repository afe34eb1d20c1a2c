import type { FeatureVerdict } from "./models";

/** A port that something here listens on, or would. */
export type ListenerFinding = {
  feature: string;
  /** The setting that says which, and the one that switches it on. */
  setting: string;
  switch: string;
  /** Null: it is switched off. */
  port: number | null;
  /** Why it cannot be opened; null: it can, or is. */
  error: string | null;
};

/** What was found out about this machine and the settings, by whoever could look. */
export type Findings = {
  ping: { method: string; description: string; improvement: string | null; problem: string | null };
  listeners: readonly ListenerFinding[];
  /** Of UDP, octets; `granted` null: the system does not say. Undefined: nothing listens by UDP. */
  receiveBuffer: { wanted: number; granted: number | null } | undefined;
  programs: { traceroute: boolean; nmap: boolean };
  /** Why DHCP checks cannot have the port of clients; null: they can. */
  dhcpClientPort: string | null;
  database: { description: string; problem: string | null; limitations: readonly string[] };
  data: { folder: string; problem: string | null; freeBytes: number; minFreeBytes: number };
  /**
   * Files and sockets that the process may have open, and those that the settings may need; `limit` null: not known.
   */
  openFiles: { limit: number | null; wanted: number };
  /** Of the machine or container; null: not known. `wanted` is what searches alone may take. */
  memory: { limitBytes: number | null; wantedBytes: number };
  appUrl: string;
  /** To the database, that it leaves to us and that all live processes may open; absent: it was not asked. */
  connections?: { allowed: number; wanted: number };
  /** All of this database; absent: they were not asked for. */
  processes?: {
    live: number;
    missingRoles: readonly string[];
    withOtherKey: readonly string[];
    /** Which are there, and do not answer the one that judges. */
    silent: readonly string[];
  };
};

const MIB = 1024 ** 2;

/** One verdict for each feature: what works, what is limited, and what to do about it. Pure. */
export function judge(found: Findings): FeatureVerdict[] {
  return [
    judgePing(found),
    judgeTraceroute(found),
    ...found.listeners.map(judgeListener),
    ...judgeBuffer(found),
    judgeDhcp(found),
    judgeNmap(found),
    judgeDatabase(found),
    ...judgeConnections(found),
    judgeDisk(found),
    judgeOpenFiles(found),
    judgeMemory(found),
    judgeLinks(found),
    ...judgeProcesses(found),
  ];
}

type Told = Omit<FeatureVerdict, "feature" | "remedy"> & { remedy?: string | null };

function verdictOn(feature: string, { verdict, message, remedy = null }: Told): FeatureVerdict {
  return { feature, verdict, message, remedy };
}

function judgePing({ ping }: Findings): FeatureVerdict {
  const { description, improvement, problem } = ping;
  if (problem !== null) return verdictOn("Ping", { verdict: "limited", message: problem });
  if (improvement === null) return verdictOn("Ping", { verdict: "works", message: description });
  return verdictOn("Ping", { verdict: "limited", message: description, remedy: `add ${improvement}` });
}

function judgeTraceroute({ ping, programs }: Findings): FeatureVerdict {
  const feature = "Traceroute";
  if (ping.method === "raw" || ping.method === "datagram")
    return verdictOn(feature, { verdict: "works", message: "by ICMP sockets" });
  if (programs.traceroute)
    return verdictOn(feature, { verdict: "works", message: "by the program traceroute" });
  const remedy = "add CAP_NET_RAW, or install the package traceroute";
  return verdictOn(feature, { verdict: "broken", message: "no ICMP sockets and no program", remedy });
}

function judgeListener({ feature, setting, port, error, ...rest }: ListenerFinding): FeatureVerdict {
  if (port === null) return verdictOn(feature, { verdict: "off", message: `switched off (${rest.switch})` });
  if (error === null) return verdictOn(feature, { verdict: "works", message: `port ${port}` });
  const remedy = error.includes("EACCES")
    ? `add CAP_NET_BIND_SERVICE, or set ${setting} to a port from 1024 on`
    : `end what has the port, or set ${setting} to another`;
  return verdictOn(feature, { verdict: "broken", message: `port ${port}: ${error}`, remedy });
}

function judgeBuffer({ receiveBuffer }: Findings): FeatureVerdict[] {
  if (receiveBuffer === undefined) return [];
  const feature = "UDP buffer";
  const { wanted, granted } = receiveBuffer;
  const asked = toSize(wanted);
  if (granted !== null && granted >= wanted)
    return [verdictOn(feature, { verdict: "works", message: asked })];
  const got = granted === null ? "the system's default" : toSize(granted);
  const message = `${got} granted of ${asked}: bursts may lose datagrams`;
  const remedy = `run sysctl -w net.core.rmem_max=${wanted} on the host, or add CAP_NET_ADMIN, and start again`;
  return [verdictOn(feature, { verdict: "limited", message, remedy })];
}

/** `4 MiB`, `75.1 GiB`. */
function toSize(bytes: number): string {
  const [amount, unit] = bytes >= 10_240 * MIB ? [bytes / (1024 * MIB), "GiB"] : [bytes / MIB, "MiB"];
  return `${amount.toFixed(1).replace(/\.0$/, "")} ${unit}`;
}

function judgeDhcp({ dhcpClientPort: problem }: Findings): FeatureVerdict {
  const feature = "DHCP checks";
  if (problem === null) return verdictOn(feature, { verdict: "works", message: "port 68" });
  const message = `${problem}: servers that answer to port 68 alone are not heard`;
  return verdictOn(feature, { verdict: "limited", message, remedy: "add CAP_NET_BIND_SERVICE" });
}

function judgeNmap({ programs }: Findings): FeatureVerdict {
  if (programs.nmap) return verdictOn("Scans by nmap", { verdict: "works", message: "nmap is installed" });
  const remedy = "install the package nmap";
  return verdictOn("Scans by nmap", {
    verdict: "off",
    message: "nmap is not installed; own scans work",
    remedy,
  });
}

function judgeDatabase({ database }: Findings): FeatureVerdict {
  const { description, problem, limitations } = database;
  if (problem !== null) return verdictOn("Database", { verdict: "broken", message: problem });
  const [limitation] = limitations;
  if (limitation === undefined) return verdictOn("Database", { verdict: "works", message: description });
  return verdictOn("Database", { verdict: "limited", message: limitations.join("; ") });
}

function judgeConnections({ connections }: Findings): FeatureVerdict[] {
  if (connections === undefined) return [];
  const feature = "Connections to the database";
  const { allowed, wanted } = connections;
  const message = `${allowed} allowed, ${wanted} may be needed by the processes that run`;
  if (allowed >= wanted) return [verdictOn(feature, { verdict: "works", message })];
  const remedy = `raise max_connections of PostgreSQL, or the limit of the role or database, by ${wanted - allowed} at least`;
  return [verdictOn(feature, { verdict: "limited", message, remedy })];
}

function judgeDisk({ data }: Findings): FeatureVerdict {
  const { folder, problem, freeBytes, minFreeBytes } = data;
  const remedy = `give DATA_DIR (${folder}) more room`;
  if (problem !== null) return verdictOn("Data folder", { verdict: "broken", message: problem });
  const message = `${toSize(freeBytes)} free in ${folder}`;
  if (freeBytes < minFreeBytes)
    return verdictOn("Data folder", {
      verdict: "broken",
      message: `${message}: nothing is received`,
      remedy,
    });
  if (freeBytes < 4 * minFreeBytes) return verdictOn("Data folder", { verdict: "limited", message, remedy });
  return verdictOn("Data folder", { verdict: "works", message });
}

function judgeOpenFiles({ openFiles }: Findings): FeatureVerdict {
  const feature = "Open files";
  const { limit, wanted } = openFiles;
  if (limit === null) return verdictOn(feature, { verdict: "works", message: "no limit is known" });
  const message = `${limit} allowed, ${wanted} may be needed`;
  if (limit >= wanted) return verdictOn(feature, { verdict: "works", message });
  const remedy = `run with ulimit -n ${wanted} (Docker: --ulimit nofile=${wanted})`;
  return verdictOn(feature, { verdict: "limited", message, remedy });
}

/** What the service takes beside searches. */
const REST_BYTES = 400 * MIB;

function judgeMemory({ memory }: Findings): FeatureVerdict {
  const feature = "Memory";
  const { limitBytes, wantedBytes } = memory;
  if (limitBytes === null) return verdictOn(feature, { verdict: "works", message: "no limit is known" });
  const message = `${toSize(limitBytes)}, of which event searches may take ${toSize(wantedBytes)}`;
  if (limitBytes >= wantedBytes + REST_BYTES) return verdictOn(feature, { verdict: "works", message });
  const remedy = "give it more memory, or set DUCKDB_MEMORY_MB to less";
  return verdictOn(feature, { verdict: "limited", message, remedy });
}

function judgeLinks({ appUrl }: Findings): FeatureVerdict {
  if (appUrl !== "") return verdictOn("Links in mails", { verdict: "works", message: appUrl });
  const remedy = "set APP_URL to the address of the service as its users see it";
  return verdictOn("Links in mails", { verdict: "limited", message: "mails have no links", remedy });
}

function judgeProcesses({ processes }: Findings): FeatureVerdict[] {
  // One that does everything says nothing of itself at its first moment.
  if (processes === undefined || processes.live === 0) return [];
  const feature = "Processes";
  const { live, missingRoles, withOtherKey, silent } = processes;
  if (missingRoles.length > 0) {
    const message = `no live process has the role ${missingRoles.join(", ")}`;
    const remedy = `start one whose ROLES names ${missingRoles.join(", ")}`;
    return [verdictOn(feature, { verdict: "broken", message, remedy })];
  }
  if (withOtherKey.length > 0) {
    const message = `another MASTER_KEY than here, or a row that somebody without it wrote: ${withOtherKey.join(", ")}`;
    return [
      verdictOn(feature, {
        verdict: "broken",
        message,
        remedy: "give all the same MASTER_KEY and SECRET_KEY",
      }),
    ];
  }
  if (silent.length > 0) {
    const message = `no answer to this one, which has none of their live events and files then: ${silent.join(", ")}`;
    const remedy =
      "let each INSTANCE_URL lead from every process to that one alone, and set all clocks by NTP; start anew what hangs";
    return [verdictOn(feature, { verdict: "limited", message, remedy })];
  }
  const message = live === 1 ? "one does everything" : `${live} share the work`;
  return [verdictOn(feature, { verdict: "works", message })];
}
