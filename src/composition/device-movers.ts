import { monitoringDeviceMover } from "#features/monitoring";
import { maintenanceDeviceMover } from "#features/maintenance";
import { statusPageDeviceMover } from "#features/status-pages";
import { neighbourDeviceMover } from "#features/neighbours";
import { discoveryDeviceMover } from "#features/discovery";
import { portDeviceMover } from "#features/ports";
import { sensorDeviceMover } from "#features/sensors";
import { forwardingDeviceMover } from "#features/forwarding";
import { pollingDeviceMover } from "#features/snmp-polling";
import { toolDeviceMover } from "#features/tools";
import { alertDeviceMover } from "#features/alerts";
import type { DeviceMover } from "#features/topology";

/**
 * What other features have of devices moves when two are merged. Monitoring comes first: it says which checks are
 * joined.
 */
export const DEVICE_MOVERS: readonly DeviceMover[] = [
  monitoringDeviceMover,
  maintenanceDeviceMover,
  statusPageDeviceMover,
  neighbourDeviceMover,
  discoveryDeviceMover,
  portDeviceMover,
  sensorDeviceMover,
  forwardingDeviceMover,
  pollingDeviceMover,
  toolDeviceMover,
  alertDeviceMover,
];
