import { NativeSelect } from "@mantine/core";
import type { SyslogStatus } from "../../api/syslog-status";
import styles from "./syslog-status.module.css";

type Props = { status: SyslogStatus; onChoose: (collector: string) => void };

/** Whose state and counts the page shows; nothing where one process receives alone. */
export function CollectorChoice({ status: { collector, collectors }, onChoose }: Props) {
  if (collector === null || collectors.length < 2) return null;
  return (
    <NativeSelect
      className={styles.collector}
      label="Collector"
      description={`Counts are of one process each; ${collectors.length} receive. What is stored is of all.`}
      data={collectors}
      value={collector}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
