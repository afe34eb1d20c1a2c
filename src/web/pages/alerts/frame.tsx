import { createLazyRoute, Link, Outlet, useLocation } from "@tanstack/react-router";
import { may, useMe, type Right } from "../../api/me";
import { SectionNav } from "../../components/section-nav/section-nav";
import styles from "../../components/section-nav/section-nav.module.css";

type Section = {
  to: "/alerts" | "/alerts/rules" | "/alerts/silences" | "/alerts/deliveries";
  label: string;
  right?: Right;
};

const SECTIONS: readonly Section[] = [
  { to: "/alerts", label: "Incidents" },
  { to: "/alerts/rules", label: "Rules", right: "alert_write" },
  { to: "/alerts/silences", label: "Silences" },
  { to: "/alerts/deliveries", label: "Deliveries", right: "alert_write" },
];

/** Around the pages of alerts: a row of links to those that this person may see. */
function Frame() {
  const me = useMe();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const shown = SECTIONS.filter(({ right }) => right === undefined || may(me, right));
  return (
    <>
      <SectionNav label="Alerts" here={here}>
        {shown.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/alerts", includeSearch: false }}
            className={styles.section}
          >
            {label}
          </Link>
        ))}
      </SectionNav>
      <Outlet />
    </>
  );
}

export const Route = createLazyRoute("/shell/alerts")({ component: Frame });
