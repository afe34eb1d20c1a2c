import type { devices } from "../tables";
import type { DeviceUpdate } from "./models";

type DeviceColumns = Partial<typeof devices.$inferInsert>;

/**
 * The columns that a request names with what it says; group, vendor, attributes and interfaces have rules of their own.
 */
export function deviceColumns(given: DeviceUpdate): DeviceColumns {
  const displayName =
    given.display_name === undefined ? given.name : (given.display_name ?? given.name ?? null);
  return {
    displayName,
    hostname: given.hostname,
    ipAddress: given.ip_address,
    macAddress: given.mac_address,
    os: given.os,
    serialNumber: given.serial_number,
    deviceType: given.device_type,
    status: given.status,
    lifecycle: given.lifecycle,
    monitoringPaused: given.monitoring_paused,
    expectedStatus: given.expected_status,
    icon: given.icon,
    color: given.color,
    vlanId: given.vlan_id,
    subnet: given.subnet,
    siteId: given.site_id,
    snmpProfileId: given.snmp_profile_id,
    tags: given.tags,
    notes: given.notes,
  };
}
