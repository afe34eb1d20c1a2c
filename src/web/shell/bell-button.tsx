import { UnstyledButton } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { AlertIcon } from "../theme/icons";
import { SIDEBAR_ICON } from "../theme/tokens";
import styles from "./layout.module.css";

const MOST = 99;

/** The bell with the number of incidents that wait for somebody. */
export function BellButton({ count, ...props }: ComponentPropsWithRef<"button"> & { count: number }) {
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
