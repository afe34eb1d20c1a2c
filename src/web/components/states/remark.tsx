import type { ReactNode } from "react";
import styles from "./states.module.css";

/** What is to be known of the results that stand below it. */
export function Remark({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.remark}>
      {children}
    </p>
  );
}
