import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import type { SnmpAccess } from "#platform/snmp/access";
import type { WorkerPool } from "#platform/workers";
import type { Writes } from "#platform/write-watch";
import type { ClickHouseEvents } from "./clickhouse/reader";
import type { LeaseSighting } from "./parse/leases/lease-sightings";
import type { TimeZones } from "./parse/header/sender-zones";
import type { FormatSource } from "./own-formats/own-formats";
import type { ReceiverOptions } from "./receive/threads/protocol";
import type { IngestStep } from "./segments/ingest/segment-writer";
import type { MaintenanceStep } from "./segments/maintenance";
import type { WatchDeps } from "./watch/patterns";

export type SyslogFolders = {
  /** Keeps `collector-id`. */
  data: string;
  journal: string;
  events: string;
  temporary: string;
};

export type SyslogOptions = {
  folders: SyslogFolders;
  /** False: nothing is received, by no process; nothing expires either. What was received is stored and searched. */
  isEnabled: boolean;
  /** False: this process receives nothing; what it received earlier is still stored. Never without `isEnabled`. */
  isReceiving: boolean;
  /** Relays may come to this process, whose lines it then stores. */
  takesRelays: boolean;
  /** As they are set, of listeners that are off, too. 0: any free one. */
  ports: { udp: number; tcp: number; tls: number };
  /** Traps of any community are taken, not of those alone that an SNMP profile has. */
  isAnyTrapCommunity: boolean;
  receiver: Omit<ReceiverOptions, "journal">;
  /** Bound of the journal and free space to be left on its disk. */
  journal: { maxBytes: number; minFreeBytes: number };
  timeZones: TimeZones;
  /**
   * Worker threads: so many chunks are parsed at a time. A search may use one more, which on most machines is every
   * core.
   */
  threads: number;
  duckdbMemoryMegabytes: number;
  searchTimeoutSeconds: number;
  retentionDays: number;
  /** Most that all segments together may take; 0: any amount. */
  retentionBytes: number;
  /** How long lines may wait in the journal while few come and nobody looks for them, seconds; 0: not at all. */
  restSeconds: number;
  /** What sets the allocator of a child that is told nothing else of the environment. */
  allocator: Readonly<Record<string, string>>;
  /** For crash tests: how often segments are looked after, and how long deleted files stay; undefined: as ever. */
  maintenanceSeconds?: number | undefined;
};

export type StoreStep = IngestStep | MaintenanceStep;

export type SyslogDeps = {
  db: Db;
  /** Resolves once the tables are there; until then the journal takes what arrives. Its failure is somebody else's. */
  catalogReady: Promise<void>;
  /** What others write; absent: what they may have changed is read again and again. */
  writes?: Writes | undefined;
  pool: WorkerPool;
  log: Logger;
  /**
   * Keeps what lines of DHCP servers say, before their events are catalogued. Throws only while it is to be tried
   * again.
   */
  keepLeases?: ((leases: readonly LeaseSighting[]) => Promise<void>) | undefined;
  /** Whether no other service searches what this one receives; absent: it is so. Asked again and again. */
  isAlone?: (() => boolean) | undefined;
  /** The SNMP profiles, opened: whose traps are taken. Asked again and again while traps are received. */
  readSnmpProfiles?: (() => Promise<readonly SnmpAccess[]>) | undefined;
  /** Alert rules on lines; without it none is looked for. */
  watch?: WatchDeps | undefined;
  /** Formats of one's own; without it lines are read by ours alone. */
  formats?: FormatSource | undefined;
  /** Where events are, instead of in segments. */
  clickhouse?: ClickHouseEvents | undefined;
  /** For crash tests: told of each step of ingest and maintenance. */
  observe?: ((step: StoreStep) => void) | undefined;
};
