import type { Db } from "#platform/database";
import type { LiveHub } from "../live/hub";
import type { OwnFormats } from "../own-formats/own-formats";
import type { ReceiverOptions } from "../receive/threads/protocol";
import type { SearchQueues } from "../search/queues";
import type { EventStore } from "../store/event-store";
import type { SegmentMaintenance } from "../segments/maintenance";
import type { Retention } from "../segments/retention/retention";
import type { LogWatch } from "../watch/log-watch";
import type { CollectorState } from "./collector-state";
import type { SourceStatistics } from "./source-statistics";

/** The running collector as status, metrics and readiness see it. */
export type Collector = {
  state(): CollectorState;
  options: {
    isReceiving: boolean;
    folders: { journal: string };
    ports: { udp: number; tcp: number; tls: number };
    receiver: Pick<ReceiverOptions, "udpPort" | "tcpPort" | "tlsPort" | "trapPort" | "allowlist">;
    retentionDays: number;
    retentionBytes: number;
  };
  db: Db;
  events: Pick<EventStore, "settle" | "sumStored">;
  sources: SourceStatistics;
  maintenance: Pick<SegmentMaintenance, "status" | "listDamaged">;
  /** Of events that are not in segments. */
  retentionElsewhere: Pick<Retention, "status"> | undefined;
  queues: SearchQueues;
  live: Pick<LiveHub, "measure">;
  watch: Pick<LogWatch, "measure"> | undefined;
  formats: Pick<OwnFormats, "measure"> | undefined;
};
