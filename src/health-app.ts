import type { SyslogEngine } from "#features/syslog";
import { createServerApp, type ServerApp } from "#platform/http/server-app";
import type { WebSocketRoute } from "#platform/http/web-socket";
import type { LastError } from "#platform/last-error";
import type { Logger } from "#platform/log";
import { readReportOf } from "./composition/own-report";
import type { Peers } from "./composition/peers";
import { healthDeps, serverOptions, type ServerDeps } from "./composition/server-options";
import { mountPeerReport } from "./features/instances/peer-report";
import { peerSockets } from "./features/syslog/live/peers/peer-socket";
import { mountPeerStatus } from "./features/syslog/status/peer-status";
import { mountPeerTestLine } from "./features/syslog/test-line/peer-test-line";
import { healthRoutes } from "./features/system/routes";

type CollectorDeps = { syslog: SyslogEngine; peers: Peers; log: Logger };
type HealthAppDeps = ServerDeps & CollectorDeps & { lastError: LastError };

/**
 * What a process without the role `api` answers: whether it is well, its metrics, and to other processes its lines and
 * how it is.
 */
export function createHealthApp(deps: HealthAppDeps): ServerApp {
  const options = { ...serverOptions(deps), sockets: collectorSockets(deps) };
  const app = createServerApp(healthRoutes(healthDeps(deps)), options);
  mountPeerReport(app, { gate: deps.peers.gate, readReport: readReportOf(deps) });
  if (deps.syslog.options.isReceiving) mountCollectorPeers(app, deps);
  return app;
}

/** What other processes of the database may ask of this one's collector. */
export function mountCollectorPeers(app: ServerApp, { syslog, peers }: CollectorDeps): void {
  mountPeerStatus(app, { engine: syslog, gate: peers.gate });
  mountPeerTestLine(app, { engine: syslog, gate: peers.gate });
}

/** By which other processes of the database get what this one receives, as it comes; none where it receives nothing. */
export function collectorSockets({ syslog, peers, log }: CollectorDeps): WebSocketRoute[] {
  if (!syslog.options.isReceiving) return [];
  const { collector } = syslog.state();
  return peerSockets({ ...peers, hub: syslog.live, collector, log });
}
