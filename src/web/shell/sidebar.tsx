import { Link, useLocation } from "@tanstack/react-router";
import { SIDEBAR_ICON } from "../theme/tokens";
import styles from "./layout.module.css";
import { destinationOf } from "./navigation";
import { useDestinations } from "./use-destinations";

/** The pages that this person may see. */
export function Sidebar() {
  const here = useLocation({ select: ({ pathname }) => destinationOf(pathname) });
  const shown = useDestinations().filter(({ isPersonal }) => !isPersonal);
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
