import { Fragment, type ReactNode } from "react";
import { visible } from "../value/visible-text";
import styles from "./facts.module.css";

export type Fact = { label: string; value: ReactNode };

/**
 * Facts of a thing, label beside value. Absent ones are shown as a dash, so that two things can be compared line by
 * line.
 */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {value === null || value === undefined || value === "" ? "–" : visible(value)}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
