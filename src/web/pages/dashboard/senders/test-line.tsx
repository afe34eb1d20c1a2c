import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { syslogStatusQuery } from "../../../api/syslog-status";
import { messageOf } from "../../../components/states/failure-text";
import styles from "../dashboard.module.css";
import { lineHref, lineQuery, sendTestLine } from "./first-line-api";
import { PageLink } from "../page-link";

/** Tries the whole way of a line without any device: from the listener to the page of events. */
export function TestLine() {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: sendTestLine,
    onSuccess: () => queries.invalidateQueries({ queryKey: syslogStatusQuery().queryKey }),
  });
  const { data: line } = useQuery(lineQuery(sending.data));
  return (
    <div className={styles.testLine}>
      <Button size="xs" variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
        Send a test line
      </Button>
      <span role="status" className={styles.dimmed}>
        {sending.error !== null
          ? messageOf(sending.error)
          : sending.data === undefined
            ? "No device at hand? The service sends a line to itself."
            : line
              ? "It came through: "
              : "Sent, waiting for it"}
        {line && <PageLink href={lineHref(line)}>open the test line</PageLink>}
      </span>
    </div>
  );
}
