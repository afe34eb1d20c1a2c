import type { ReactNode } from "react";
import { useServiceName } from "../../api/service";
import { useTitle } from "../page-head/use-title";
import styles from "./narrow-page.module.css";

type Props = { title: string; hint?: ReactNode; children: ReactNode };

/** The one column of pages that have no shell around them: sign-in and its neighbours. */
export function NarrowPage({ title, hint, children }: Props) {
  const serviceName = useServiceName();
  useTitle(title);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>{serviceName}</div>
        <h1 className={styles.title}>{title}</h1>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
        {children}
      </div>
    </main>
  );
}
