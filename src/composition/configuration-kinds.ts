import { RULE_KIND } from "#features/alerts";
import {
  createConfigurationRegistry,
  type ConfigurationDeps,
  type ConfigurationRegistry,
} from "#features/configuration";
import { DEVICE_TYPE_KINDS } from "#features/device-types";
import { IPAM_KINDS } from "#features/ipam";
import { LOG_FORMAT_KIND } from "#features/log-formats";
import { MAINTENANCE_KIND } from "#features/maintenance";
import { findRootAddresses, monitoringKinds } from "#features/monitoring";
import { notificationKinds } from "#features/notifications";
import { settingsKind } from "#features/settings";
import { snmpProfileKind } from "#features/snmp-profiles";
import type { OperationRunner } from "#features/operations";
import { importAlone, profileDevices, topologyKinds } from "#features/topology";
import { ROLE_KIND } from "#features/users";
import type { Database } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import type { WorkerPool } from "#platform/workers";
import { DEVICE_BELONGINGS, SITE_BELONGINGS } from "./device-belongings";
import { settingDefaultsOf } from "./network-rules";
import { WATCHED_BELONGINGS } from "./watched-belongings";
import type { Settings } from "../settings/settings";

type KindDeps = { pool: WorkerPool; settings: Settings; encryption: Encryption };

/**
 * Everything that a configuration bundle has: each kind is said by the feature that owns its things. A new one is added
 * here; bundles have it behind those that it names.
 */
function createConfigurationKinds({ pool, settings, encryption }: KindDeps): ConfigurationRegistry {
  return createConfigurationRegistry([
    ...DEVICE_TYPE_KINDS,
    snmpProfileKind({ encryption, devices: profileDevices }),
    ...topologyKinds({ pool, belongings: DEVICE_BELONGINGS, siteBelongings: SITE_BELONGINGS }),
    ...IPAM_KINDS,
    ...monitoringKinds({
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      encryption,
      belongings: WATCHED_BELONGINGS,
    }),
    MAINTENANCE_KIND,
    ...notificationKinds({ encryption }),
    RULE_KIND,
    ROLE_KIND,
    LOG_FORMAT_KIND,
    settingsKind({ defaults: settingDefaultsOf(settings) }),
  ]);
}

type Deps = KindDeps & {
  database: Database;
  log: Logger;
  operations: { runner: OperationRunner };
  monitoring: { onChange: () => void };
};

/** What plans and applies of bundles work with. No import writes beside them. */
export function configurationDeps(deps: Deps): ConfigurationDeps {
  return {
    db: deps.database.db,
    pool: deps.pool,
    operations: deps.operations.runner,
    registry: createConfigurationKinds(deps),
    alone: importAlone,
    onChange: deps.monitoring.onChange,
    log: deps.log,
  };
}
