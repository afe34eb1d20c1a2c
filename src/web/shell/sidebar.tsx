import { Link, useLocation } from "@tanstack/react-router";
import { may, useMe } from "../api/me";
import { SIDEBAR_ICON } from "../theme/tokens";
import styles from "./layout.module.css";
import { DESTINATIONS, destinationOf } from "./navigation";

/** The pages that this person may see. */
export function Sidebar() {
  const me = useMe();
  const here = useLocation({ select: ({ pathname }) => destinationOf(pathname) });
  const shown = DESTINATIONS.filter(
    ({ right, isPersonal }) => !isPersonal && (right === undefined || may(me, right)),
  );
  return (
    <nav className={styles.sidebar} aria-label="Pages">
      {shown.map(({ to, label, icon: Icon, key }) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          activeOptions={{ exact: to !== here }}
          data-tip={`${label} (g ${key})`}
          data-tip-side="right"
        >
          <Icon {...SIDEBAR_ICON} />
          <span className={styles.label}>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
