import { useId, type ReactNode } from "react";
import styles from "./section.module.css";

type Props = {
  title: string;
  /** One dimmed line under the title. */
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A titled part of a page, on its own surface. */
export function Section({ title, hint, actions, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
