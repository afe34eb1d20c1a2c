import type { ReactNode } from "react";
import styles from "./narrow-page.module.css";

type Props = { title: string; hint?: ReactNode; children: ReactNode };

/** The one column of pages that have no shell around them: sign-in and its neighbours. */
export function NarrowPage({ title, hint, children }: Props) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>Netatlas</div>
        <h1 className={styles.title}>{title}</h1>
        {hint !== undefined && <div className={styles.hint}>{hint}</div>}
        {children}
      </div>
    </main>
  );
}
