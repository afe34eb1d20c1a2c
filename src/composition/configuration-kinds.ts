import { RULE_KIND } from "#features/alerts";
import { createConfigurationRegistry, type ConfigurationRegistry } from "#features/configuration";
import { DEVICE_TYPE_KINDS } from "#features/device-types";
import { IPAM_KINDS } from "#features/ipam";
import { MAINTENANCE_KIND } from "#features/maintenance";
import { findRootAddresses, monitoringKinds } from "#features/monitoring";
import { notificationKinds } from "#features/notifications";
import { settingsKind } from "#features/settings";
import { snmpProfileKind } from "#features/snmp-profiles";
import { profileDevices, topologyKinds } from "#features/topology";
import { ROLE_KIND } from "#features/users";
import type { Encryption } from "#platform/encryption";
import type { WorkerPool } from "#platform/workers";
import { DEVICE_BELONGINGS, SITE_BELONGINGS } from "./device-belongings";
import { settingDefaultsOf } from "./network-rules";
import type { Settings } from "../settings/settings";

type KindDeps = { pool: WorkerPool; settings: Settings; encryption: Encryption };

/**
 * Everything that a configuration bundle has: each kind is said by the feature that owns its things. A new one is added
 * here; bundles have it behind those that it names.
 */
export function createConfigurationKinds({ pool, settings, encryption }: KindDeps): ConfigurationRegistry {
  return createConfigurationRegistry([
    ...DEVICE_TYPE_KINDS,
    snmpProfileKind({ encryption, devices: profileDevices }),
    ...topologyKinds({ pool, belongings: DEVICE_BELONGINGS, siteBelongings: SITE_BELONGINGS }),
    ...IPAM_KINDS,
    ...monitoringKinds({
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      encryption,
    }),
    MAINTENANCE_KIND,
    ...notificationKinds({ encryption }),
    RULE_KIND,
    ROLE_KIND,
    settingsKind({ defaults: settingDefaultsOf(settings) }),
  ]);
}
