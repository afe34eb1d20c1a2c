import type { Transport } from "../../event/arrival";
import type { LinkEnds } from "../../journal/link";
import type { JournalBounds, SyncedExtent, WriterStatus } from "../../journal/writer";
import type { LastSeen, ReceiverCounters } from "../counters";
import type { DescriptorCell } from "../sockets/held-descriptor";
import type { TrapAccess } from "../traps/access";
import type { TrapEngine } from "../traps/own-engine";
import type { ListenerStatus } from "../sockets/listen";
import type { SenderLosses } from "../sender-losses";
import type { TlsFiles, TlsIdentity } from "../sockets/tls-identity";

/** What the receiver is started with: plain data, no settings of its own. */
export type ReceiverOptions = {
  /** `::` takes both families. */
  host: string;
  /** Null: no such listener; 0: any free port. */
  udpPort: number | null;
  tcpPort: number | null;
  tlsPort: number | null;
  trapPort: number | null;
  /** Where traps come in; `::` takes both families. */
  trapHost: string;
  /** Null where there is no TLS listener. */
  tlsFiles: TlsFiles | null;
  /** Addresses and CIDRs; empty = everybody. */
  allowlist: string[];
  maxLineBytes: number;
  /** 0 = never. */
  tcpIdleSeconds: number;
  /** How long a message may take from its first byte to its last. */
  tcpUnfinishedSeconds: number;
  /** Of all threads together; each keeps an equal share of both limits, rounded up. */
  maxTcpConnections: number;
  maxTcpConnectionsPerAddress: number;
  receiveBufferBytes: number;
  /** Receiver threads. */
  threads: number;
  journal: JournalBounds;
};

export type LimitOptions = Pick<
  ReceiverOptions,
  | "allowlist"
  | "maxLineBytes"
  | "tcpIdleSeconds"
  | "tcpUnfinishedSeconds"
  | "maxTcpConnections"
  | "maxTcpConnectionsPerAddress"
>;

/**
 * What one thread is started with. The first has the journal, and hears the others by `links`; they have a link to it.
 */
export type ThreadOptions = LimitOptions & {
  thread: number;
  host: string;
  receiveBufferBytes: number;
  isPortShared: boolean;
  /** Closed by the owner of the thread when the thread is gone. */
  cell: DescriptorCell;
  /** The same of the socket for traps. */
  trapCell: DescriptorCell;
  trapHost: string;
  /** Our engine for informs, and whose traps are taken; null: that is not known yet. */
  traps: { engine: TrapEngine; access: TrapAccess | null };
  ports: Partial<Record<Transport, number>>;
  identity: TlsIdentity | null;
  place: { journal: JournalBounds; links: LinkEnds[] } | { link: LinkEnds };
};

/** A thread's state at one moment. */
export type ThreadStatus = {
  counters: ReceiverCounters;
  lastSeen: LastSeen;
  openConnections: number;
  /** Datagrams lost in the kernel because nobody read them in time, on this thread's sockets. */
  kernelDrops: { udp: number; "snmp-trap": number };
  /** Null where another thread has the journal. */
  journal: WriterStatus | null;
};

/** The receiver's state at one moment: all threads together. */
export type ReceiverStatus = Omit<ThreadStatus, "journal"> & { journal: WriterStatus };

export type ToThread =
  | { type: "stop"; deadlineMs: number }
  | { type: "listen"; transport: Transport; port: number }
  | { type: "identity"; identity: TlsIdentity }
  | { type: "traps"; access: TrapAccess };

export type FromThread =
  | { type: "ready"; listeners: ListenerStatus[] }
  | { type: "listeners"; listeners: ListenerStatus[] }
  | { type: "synced"; extent: SyncedExtent }
  | { type: "status"; status: ThreadStatus }
  | { type: "losses"; losses: SenderLosses }
  | { type: "log"; message: string; cause: string | null }
  | { type: "stopped"; status: ThreadStatus };
