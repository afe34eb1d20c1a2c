/** What people call the kinds of things that can be deleted. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  alert_rule: "Alert rule",
  alert_silence: "Silence",
  device: "Device",
  device_type: "Device type",
  dhcp_leases: "DHCP leases",
  discovery_schedule: "Discovery schedule",
  external_assignment: "Public address",
  external_pool: "Public address pool",
  group: "Group",
  layout: "Saved map",
  maintenance: "Maintenance",
  monitor: "Monitor",
  notification_profile: "Notification profile",
  relationship: "Link",
  report_schedule: "Report schedule",
  reservation: "Reservation",
  reservations: "Expired reservations",
  role: "Role",
  saved_search: "Saved search",
  sensor: "Sensor",
  service_check: "Service check",
  site: "Site",
  snmp_profile: "SNMP profile",
  status_page: "Status page",
  subnet: "Subnet",
};

export function kindWord(kind: string): string {
  return KIND_WORDS[kind] ?? kind.replaceAll("_", " ");
}
