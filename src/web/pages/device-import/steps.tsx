import styles from "./device-import.module.css";

export const STEPS = ["File", "Columns", "Check", "Import"] as const;
export type Step = 0 | 1 | 2 | 3;

/** Where one is in the import. */
export function Steps({ present }: { present: Step }) {
  return (
    <ol className={styles.steps} aria-label="Steps of the import">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={index === present ? "step" : undefined} data-done={index < present}>
          <span className={styles.number}>{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
