import { ALERT_UNDOERS } from "#features/alerts";
import { backupTargetUndoers, type Backups } from "#features/backups";
import { DEVICE_TYPE_UNDOERS } from "#features/device-types";
import { discoveryScheduleUndoers, IMPORTED_HOSTS_UNDOERS, type Discovery } from "#features/discovery";
import { REPORT_SCHEDULE_UNDOERS } from "#features/exports";
import { CONFIGURATION_UNDOERS } from "#features/configuration";
import { IMPORT_UNDOERS } from "#features/imports";
import { IPAM_UNDOERS } from "#features/ipam";
import { LOG_FORMAT_UNDOERS } from "#features/log-formats";
import { MAINTENANCE_UNDOERS } from "#features/maintenance";
import { findRootAddresses, monitoringUndoers } from "#features/monitoring";
import { LLDP_SCHEDULE_UNDOERS } from "#features/neighbours";
import { notificationUndoers } from "#features/notifications";
import { oidcUndoers } from "#features/oidc";
import { SECOND_FACTOR_RULE_UNDOER } from "#features/second-factor";
import { SENSOR_UNDOERS } from "#features/sensors";
import { systemSettingsUndoers } from "#features/settings";
import { snmpProfileUndoers } from "#features/snmp-profiles";
import { STATUS_PAGE_UNDOERS } from "#features/status-pages";
import { SAVED_SEARCH_UNDOERS } from "#features/syslog";
import { profileDevices, topologyUndoers } from "#features/topology";
import { createUndoRegistry, type UndoRegistry } from "#features/undo";
import { refusalOf, ROLE_UNDOERS } from "#features/users";
import type { Database } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { WorkerPool } from "#platform/workers";
import { DEVICE_BELONGINGS, SITE_BELONGINGS } from "./device-belongings";
import { FINAL_ACTIONS } from "./final-actions";
import { systemSettingsOf } from "./network-rules";
import { oidcEnvironment } from "./oidc-environment";
import { WATCHED_BELONGINGS } from "./watched-belongings";
import type { Settings } from "../settings/settings";

type UndoerDeps = {
  database: Pick<Database, "db">;
  pool: WorkerPool;
  settings: Settings;
  encryption: Encryption;
  discovery: Discovery;
  backups: Pick<Backups, "targetContext">;
};

/** Everything that can be taken back, and why the rest cannot. */
export function createUndoers(deps: UndoerDeps): UndoRegistry {
  const { pool, settings, encryption } = deps;
  const undoers = [
    ...topologyUndoers({ pool, belongings: DEVICE_BELONGINGS, siteBelongings: SITE_BELONGINGS }),
    ...IPAM_UNDOERS,
    ...IMPORT_UNDOERS,
    ...LOG_FORMAT_UNDOERS,
    ...CONFIGURATION_UNDOERS,
    ...monitoringUndoers({
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      encryption,
      belongings: WATCHED_BELONGINGS,
    }),
    ...SENSOR_UNDOERS,
    ...MAINTENANCE_UNDOERS,
    ...ALERT_UNDOERS,
    ...STATUS_PAGE_UNDOERS,
    ...SAVED_SEARCH_UNDOERS,
    ...discoveryScheduleUndoers(deps.discovery),
    ...IMPORTED_HOSTS_UNDOERS,
    ...LLDP_SCHEDULE_UNDOERS,
    ...REPORT_SCHEDULE_UNDOERS,
    ...snmpProfileUndoers({ encryption, devices: profileDevices }),
    ...DEVICE_TYPE_UNDOERS,
    ...notificationUndoers({ encryption }),
    ...systemSettingsUndoers(systemSettingsOf(deps.database.db, settings)),
    ...oidcUndoers({ encryption, environment: oidcEnvironment(settings), appUrl: settings.APP_URL }),
    ...backupTargetUndoers(deps.backups.targetContext),
    ...ROLE_UNDOERS,
    SECOND_FACTOR_RULE_UNDOER,
  ];
  return createUndoRegistry([...undoers, ...FINAL_ACTIONS], refusalOf);
}
