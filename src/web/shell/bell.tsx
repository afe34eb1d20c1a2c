import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ComponentPropsWithRef } from "react";
import { waitingQuery } from "../api/incidents";
import { AlertIcon } from "../theme/icons";
import { SIDEBAR_ICON } from "../theme/tokens";
import styles from "./layout.module.css";
import { useLiveAlerts } from "./live-alerts";

/** Loaded when it is opened for the first time. */
const BellMenu = lazy(() => import("./bell-menu").then((module) => ({ default: module.BellMenu })));

/** How many incidents nobody sees to yet, and the newest of them. */
export function Bell() {
  useLiveAlerts();
  const { data = { incidents: [], total: 0 } } = useQuery(waitingQuery());
  const [isWanted, setIsWanted] = useState(false);
  if (!isWanted)
    return <BellButton count={data.total} aria-haspopup="menu" onClick={() => setIsWanted(true)} />;
  return (
    <Suspense fallback={<BellButton count={data.total} />}>
      <BellMenu waiting={data} button={<BellButton count={data.total} />} />
    </Suspense>
  );
}

const MOST = 99;

/** The bell with the number of incidents that wait for somebody. */
function BellButton({ count, ...props }: ComponentPropsWithRef<"button"> & { count: number }) {
  return (
    <UnstyledButton
      {...props}
      className={styles.bell}
      aria-label={count === 0 ? "Alerts: nothing waits" : `Alerts: ${count} unacknowledged`}
    >
      <AlertIcon {...SIDEBAR_ICON} />
      {count > 0 && <span className={styles.count}>{count > MOST ? `${MOST}+` : count}</span>}
    </UnstyledButton>
  );
}
