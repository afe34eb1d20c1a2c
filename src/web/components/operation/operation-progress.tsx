import { Progress } from "@mantine/core";
import styles from "./operation.module.css";
import { nameOf, progressOf, type Operation } from "./words";

/** How far a running operation is: in words, and as a bar. */
export function OperationProgress({ operation }: { operation: Operation }) {
  const { done, total } = operation;
  return (
    <span className={styles.running}>
      {progressOf(operation)}
      <Progress
        className={styles.bar}
        size="sm"
        value={total === null ? 0 : (done / Math.max(1, total)) * 100}
        aria-label={`Progress of ${nameOf(operation)}`}
      />
    </span>
  );
}
