/**
 * Every named permission, in the order in which answers list them: what people call it, what it allows, and the text of
 * its refusal.
 */
const PERMISSION_TEXTS = {
  topology_write: {
    label: "Change the topology",
    description: "Add, change and remove devices, groups, sites and links; run discovery",
    refusal: "Topology write access is not permitted for your role",
  },
  security_view: {
    label: "See security events",
    description: "Search syslog and firewall events, save searches, follow the live stream",
    refusal: "Security event access is not permitted for your role",
  },
  tools_passive: {
    label: "Use passive tools",
    description: "DNS and reverse DNS look-ups, subnet calculator, LLDP neighbours",
    refusal: "Network tools access is not permitted for your role",
  },
  tools_active: {
    label: "Use active tools",
    description: "Live status, ping, traceroute, port check, SNMP probe, LLDP scan",
    refusal: "Active scanning is not permitted for your role",
  },
  inventory_export: {
    label: "Export the inventory",
    description: "Download all devices as CSV or JSON",
    refusal: "Inventory export is not permitted for your role",
  },
  firewall_export: {
    label: "Export events",
    description: "Download syslog and firewall events as CSV or JSON",
    refusal: "Firewall log export is not permitted for your role",
  },
  report_export: {
    label: "Export the report",
    description: "Download the network report as PDF",
    refusal: "Report export is not permitted for your role",
  },
  ipam_write: {
    label: "Change address management",
    description: "Change subnets, reservations, leases and external address pools",
    refusal: "IPAM write access is not permitted for your role",
  },
  monitoring_write: {
    label: "Change monitoring",
    description: "Change service checks, monitors and maintenance",
    refusal: "Insufficient permissions",
  },
  alert_write: {
    label: "Manage alerts",
    description: "Change alert rules and see deliveries",
    refusal: "Alert management is not permitted for your role",
  },
  relay: {
    label: "Relay log lines",
    description: "Send log lines of a branch as a relay; an API key can have this permission alone",
    refusal: "Relaying log lines is not permitted for your role",
  },
} as const;

export type Permission = keyof typeof PERMISSION_TEXTS;

const PERMISSIONS = Object.keys(PERMISSION_TEXTS);

/** Each permission with its texts, for people who edit roles. */
export const PERMISSION_LIST = Object.entries(PERMISSION_TEXTS).map(([key, { label, description }]) => ({
  key,
  label,
  description,
}));

export const SUPER_ADMIN = "SuperAdmin";

/** The role of people who have no other. */
export const VIEWER = "Viewer";

/** For a route's access: compiles only for a permission that exists. */
export function requires(permission: Permission): { permission: Permission } {
  return { permission };
}

export function refusalOf(permission: string): string {
  const texts = new Map<string, { refusal: string }>(Object.entries(PERMISSION_TEXTS));
  return texts.get(permission)?.refusal ?? "Insufficient permissions";
}

/** The names of `granted` that exist, each once, in the order of the list above. */
export function knownPermissions(granted: readonly string[]): string[] {
  return PERMISSIONS.filter((permission) => granted.includes(permission));
}

/** What a user may do: everything for a SuperAdmin, else what its role holds. */
export function effectivePermissions(role: string, granted: readonly string[]): string[] {
  return role === SUPER_ADMIN ? PERMISSIONS : knownPermissions(granted);
}
