/** The things whose pages are opened, by their ids. */
export type Shown = Readonly<
  Record<
    | "device"
    | "check"
    | "monitor"
    | "push"
    | "group"
    | "maintenance"
    | "rule"
    | "subnet"
    | "format"
    | "statusPage",
    { id: number }
  >
>;

/** Every page of the service, and the views of each that show other things: for tests that open all of them. */
export function everyPage(of: Shown): string[] {
  const device = `/inventory/${of.device.id}`;
  const check = `/monitoring/checks/${of.check.id}`;
  const monitorPages = [of.monitor, of.push, of.group].map(({ id }) => `/monitoring/monitors/${id}`);
  return [
    "/",
    "/topology",
    "/topology?view=devices",
    "/topology?view=links",
    "/inventory?columns=name,address,mac,changed",
    ...["", "?tab=ports", "?tab=addresses", "?tab=attached", "?tab=events", "?tab=audit", "/edit"].map(
      (view) => `${device}${view}`,
    ),
    "/monitoring",
    "/monitoring?tab=services",
    "/monitoring?tab=monitors",
    "/monitoring?view=wall",
    `/monitoring/devices/${of.device.id}`,
    check,
    `${check}/edit`,
    ...monitorPages,
    ...monitorPages.map((page) => `${page}/edit`),
    "/discovery",
    "/discovery?view=observations",
    "/discovery?view=schedules",
    "/neighbours",
    "/neighbours?tab=scans",
    "/inventory/import",
    "/moving-in",
    "/inventory/places",
    "/monitoring/maintenance",
    "/monitoring/maintenance?view=calendar",
    `/monitoring/maintenance/${of.maintenance.id}`,
    "/alerts",
    "/alerts?tab=history",
    "/alerts/rules",
    `/alerts/rules/${of.rule.id}`,
    "/alerts/silences",
    "/alerts/deliveries",
    "/ipam",
    "/ipam?tab=reservations",
    "/ipam?tab=leases",
    "/ipam?tab=conflicts",
    `/ipam/${of.subnet.id}`,
    `/ipam/${of.subnet.id}?tab=leases`,
    "/syslog",
    "/syslog/live",
    "/syslog/status",
    "/syslog/formats",
    `/syslog/formats/${of.format.id}`,
    "/profile",
    "/activity",
    "/trash",
    "/exports",
    "/tools?target=10.99.0.1,10.99.0.0/24&tools=dns,ping,traceroute,ports,tls,snmp",
    "/administration/users",
    "/administration/roles",
    "/administration/api-keys",
    "/administration/audit",
    "/administration/settings",
    "/administration/configuration",
    "/administration/backups",
    "/administration/device-types",
    "/administration/snmp-profiles",
    "/administration/status-pages",
    `/administration/status-pages/${of.statusPage.id}`,
    "/administration/diagnostics",
  ];
}
