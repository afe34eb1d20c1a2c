import type { CheckEngine, TargetGauges } from "#features/monitoring";
import type { SyslogEngine } from "#features/syslog";
import type { Backups } from "#features/backups";
import type { BindingRecorder } from "#features/bindings";
import type { OperationRunner } from "#features/operations";
import type { Database } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Metrics } from "#platform/metrics";
import { addRelayMetrics } from "./relays";
import { addSyslogMetrics } from "./syslog";
import { addEchoMetrics } from "./echo";
import { addMonitoringMetrics, addTargetMetrics } from "./monitoring";
import { addOutboxMetrics } from "./outbox";
import { addAlertMetrics } from "./alerts";
import { addConfigurationMetrics } from "./configuration";
import { addDiscoveryMetrics } from "./discovery";
import { addForwardingMetrics } from "./forwarding";
import { addPortMetrics } from "./ports";
import { addSensorMetrics } from "./sensors";
import { addBindingMetrics } from "./bindings";
import { addInstanceMetrics } from "./instances";
import { addNeighbourMetrics } from "./neighbours";
import { addToolResultMetrics } from "./tools";
import { addBackupMetrics } from "./backups";

type Measured = {
  database: Database;
  syslog: SyslogEngine;
  reachability: Reachability;
  bindings: BindingRecorder;
  backups: Backups;
  operations: OperationRunner;
  /** Undefined: it has not begun. */
  engine: () => CheckEngine | undefined;
  /** Undefined: the database is not there yet. */
  targets: () => Promise<TargetGauges | undefined>;
};

/** What `/metrics` says of this process and its database. */
export function addAllMetrics(metrics: Metrics, measured: Measured): void {
  const { database, syslog, reachability, bindings, backups, operations, engine, targets } = measured;
  const { db } = database;
  addSyslogMetrics(metrics, syslog);
  addRelayMetrics(metrics, db);
  addEchoMetrics(metrics, reachability);
  addMonitoringMetrics(metrics, engine);
  addTargetMetrics(metrics, targets);
  addOutboxMetrics(metrics, db);
  addAlertMetrics(metrics, db);
  addConfigurationMetrics(metrics, db);
  addDiscoveryMetrics(metrics, db);
  addForwardingMetrics(metrics, db);
  addPortMetrics(metrics, db);
  addSensorMetrics(metrics, db);
  addBindingMetrics(metrics, { recorder: bindings, db });
  addNeighbourMetrics(metrics, db);
  addInstanceMetrics(metrics, db);
  addToolResultMetrics(metrics, db);
  addBackupMetrics(metrics, backups);
  metrics.addReading({
    name: "netatlas_operations_running",
    type: "gauge",
    help: "Operations, such as imports, that this process runs",
    label: "kind",
    read: () => operations.count(),
  });
}
