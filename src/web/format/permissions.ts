import type { Right } from "../api/me";

/** What each right is called where a page needs it. */
export const RIGHT_LABELS: Readonly<Record<Right, string>> = {
  topology_write: "Change the topology",
  security_view: "See security events",
  tools_passive: "Use passive tools",
  tools_active: "Use active tools",
  inventory_export: "Export the inventory",
  firewall_export: "Export events",
  report_export: "Export the report",
  ipam_write: "Change address management",
  monitoring_write: "Change monitoring",
  alert_write: "Manage alerts",
  relay: "Relay log lines",
  superadmin: "SuperAdmin",
};
