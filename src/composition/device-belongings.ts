import { alertBelonging } from "#features/alerts";
import { subnetsAtSites } from "#features/ipam";
import { maintenanceBelonging } from "#features/maintenance";
import { MONITORING_BELONGINGS } from "#features/monitoring";
import { sensorBelonging } from "#features/sensors";
import { statusPageBelonging } from "#features/status-pages";
import { toolBelonging } from "#features/tools";
import type { DeviceBelonging, SiteBelonging } from "#features/topology";

/**
 * What other features have of devices comes back in this order: service checks first, as the later ones may name them.
 */
export const DEVICE_BELONGINGS: readonly DeviceBelonging[] = [
  ...MONITORING_BELONGINGS,
  sensorBelonging,
  toolBelonging,
  alertBelonging,
  maintenanceBelonging,
  statusPageBelonging,
];

/** The same of sites. */
export const SITE_BELONGINGS: readonly SiteBelonging[] = [subnetsAtSites];
