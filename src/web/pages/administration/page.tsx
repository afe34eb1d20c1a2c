import { createLazyRoute, Link, Outlet, useLocation } from "@tanstack/react-router";
import { SectionNav } from "../../components/section-nav/section-nav";
import styles from "../../components/section-nav/section-nav.module.css";

const SECTIONS = [
  { to: "/administration/users", label: "Users" },
  { to: "/administration/roles", label: "Roles" },
  { to: "/administration/api-keys", label: "API keys" },
  { to: "/administration/audit", label: "Audit log" },
  { to: "/administration/settings", label: "Settings" },
  { to: "/administration/configuration", label: "Configuration" },
  { to: "/administration/backups", label: "Backups" },
  { to: "/administration/mail", label: "Mail" },
  { to: "/administration/notifications", label: "Notifications" },
  { to: "/administration/single-sign-on", label: "Single sign-on" },
  { to: "/administration/device-types", label: "Device types" },
  { to: "/administration/snmp-profiles", label: "SNMP profiles" },
  { to: "/administration/status-pages", label: "Status pages" },
  { to: "/administration/diagnostics", label: "Diagnostics" },
] as const;

/** Around the pages of administration: a row of links to them. */
function Administration() {
  const here = useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      <SectionNav label="Administration" here={here}>
        {SECTIONS.map(({ to, label }) => (
          <Link key={to} to={to} className={styles.section}>
            {label}
          </Link>
        ))}
      </SectionNav>
      <Outlet />
    </>
  );
}

export const Route = createLazyRoute("/shell/administration")({ component: Administration });
