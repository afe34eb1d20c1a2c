import type { ReactNode } from "react";
import styles from "./states.module.css";

type Props = {
  /** What is not there: "No API keys yet", or "No device matches these filters". */
  title: string;
  /** What would be here, or what to do next. */
  children?: ReactNode;
  /** The next step: a button, or the line to paste. */
  action?: ReactNode;
};

/** Nothing to show, and what to do about it. "No match" and "nothing yet" are different titles and actions. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.state}>
      <div className={styles.title}>{title}</div>
      {children !== undefined && <div className={styles.dimmed}>{children}</div>}
      {action}
    </div>
  );
}
