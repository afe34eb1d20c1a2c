import type { LinkProps } from "@tanstack/react-router";
import { IMPORT_RIGHTS, type Right } from "../api/me";
import type { Icon } from "../components/icon-button/icon-button";
import {
  ActivityIcon,
  AdministrationIcon,
  AlertIcon,
  DashboardIcon,
  DeleteIcon,
  DeviceIcon,
  DiscoveryIcon,
  HeardIcon,
  IpamIcon,
  MonitoringIcon,
  MaintenanceIcon,
  PersonIcon,
  SyslogIcon,
  ToolsIcon,
  TopologyIcon,
} from "../theme/icons";

export type Destination = {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: Icon;
  /** Second key after `g`. */
  key: string;
  /** Who may not go there does not see it. */
  right?: Right;
  /** In the account menu instead of the sidebar. */
  isPersonal?: boolean;
  /** In the bar of a phone: what somebody on call needs at once. */
  isNear?: boolean;
};

/**
 * Every page that one can go to, once for sidebar, account menu, palette and shortcuts; in the order of the sidebar.
 */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/", label: "Dashboard", icon: DashboardIcon, key: "d", isNear: true },
  { to: "/topology", label: "Topology", icon: TopologyIcon, key: "t" },
  { to: "/inventory", label: "Inventory", icon: DeviceIcon, key: "i", isNear: true },
  { to: "/discovery", label: "Discovery", icon: DiscoveryIcon, key: "f", right: "topology_write" },
  { to: "/neighbours", label: "Neighbours", icon: HeardIcon, key: "n", right: "tools_passive" },
  { to: "/monitoring", label: "Monitoring", icon: MonitoringIcon, key: "m", isNear: true },
  { to: "/monitoring/maintenance", label: "Maintenance", icon: MaintenanceIcon, key: "w" },
  { to: "/alerts", label: "Alerts", icon: AlertIcon, key: "b", isNear: true },
  { to: "/ipam", label: "IPAM", icon: IpamIcon, key: "p" },
  { to: "/syslog", label: "Syslog", icon: SyslogIcon, key: "s", right: "security_view", isNear: true },
  { to: "/tools", label: "Tools", icon: ToolsIcon, key: "l", right: "tools_passive" },
  {
    to: "/administration",
    label: "Administration",
    icon: AdministrationIcon,
    key: "a",
    right: "superadmin",
  },
  { to: "/activity", label: "Activity", icon: ActivityIcon, key: "o", isPersonal: true },
  { to: "/trash", label: "Trash", icon: DeleteIcon, key: "x", isPersonal: true },
  { to: "/exports", label: "Exports", icon: ActivityIcon, key: "e", isPersonal: true },
  { to: "/profile", label: "Profile", icon: PersonIcon, key: "u", isPersonal: true },
];

/** Which of them a page belongs to: the nearest one above it. */
export function destinationOf(pathname: string): Destination["to"] | undefined {
  const above = DESTINATIONS.map(({ to }) => to).filter(
    (to) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`)),
  );
  return above.toSorted((one, other) => other.length - one.length)[0];
}

export type Task = {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  right: Right | readonly Right[];
  /** The destination that it is a part of. */
  page: string;
};

/** What is begun on a page of its own: the palette's actions, wherever one is. */
export const TASKS: readonly Task[] = [
  { to: "/inventory/new", label: "Add device", right: "topology_write", page: "/inventory" },
  { to: "/inventory/import", label: "Import devices", right: "topology_write", page: "/inventory" },
  { to: "/moving-in", label: "Move in from another product", right: IMPORT_RIGHTS, page: "/inventory" },
  { to: "/inventory/places", label: "Sites and groups", right: "topology_write", page: "/inventory" },
  {
    to: "/monitoring/checks/new",
    label: "Add service check",
    right: "monitoring_write",
    page: "/monitoring",
  },
  { to: "/monitoring/monitors/new", label: "Add monitor", right: "monitoring_write", page: "/monitoring" },
  {
    to: "/monitoring/maintenance/new",
    label: "Plan maintenance",
    right: "monitoring_write",
    page: "/monitoring/maintenance",
  },
  { to: "/alerts/rules/new", label: "Add alert rule", right: "alert_write", page: "/alerts" },
  { to: "/syslog/live", label: "Live tail", right: "security_view", page: "/syslog" },
  { to: "/syslog/status", label: "Syslog status", right: "security_view", page: "/syslog" },
  { to: "/syslog/formats", label: "Log formats", right: "security_view", page: "/syslog" },
];
