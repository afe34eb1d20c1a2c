import type { ReactNode } from "react";
import styles from "./page-head.module.css";

type Props = {
  title: ReactNode;
  /** One line beside the title: state, count, freshness. */
  meta?: ReactNode;
  /** Right: secondary actions first, the one primary last. */
  actions?: ReactNode;
};

/** The one h1 of a page, and what can be done on it, in one row. */
export function PageHead({ title, meta, actions }: Props) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {meta !== undefined && <div className={styles.meta}>{meta}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
