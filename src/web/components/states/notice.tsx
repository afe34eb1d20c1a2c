import type { ReactNode } from "react";
import styles from "./states.module.css";

/** Something to know before the page below is used: what happened (`status`), or what went wrong (`alert`). */
export function Notice({ kind, children }: { kind: "status" | "alert"; children: ReactNode }) {
  return (
    <div role={kind} className={`${styles.notice} ${kind === "alert" ? styles.fault : ""}`}>
      {children}
    </div>
  );
}
