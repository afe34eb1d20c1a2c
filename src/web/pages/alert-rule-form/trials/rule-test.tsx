import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { channelName, channelsQuery, type AlertRule } from "../../../api/alerts";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { ErrorStrip } from "../../../components/states/error-state";
import styles from "../alert-rule-form.module.css";
import { testRule } from "../api";

/** Has the rule tell its channels something now, and shows what each answered. */
export function RuleTest({ rule }: { rule: AlertRule }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => testRule(rule.id) });
  const { data: channels } = useQuery(channelsQuery());
  return (
    <Section
      title="Test"
      hint={
        rule.channels.length === 0
          ? "The rule tells nobody yet."
          : "Sends what it would say to each of its channels now, as the rule is saved."
      }
      actions={
        rule.channels.length > 0 && (
          <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
            Send a test
          </Button>
        )
      }
    >
      <div role="status">
        {data !== undefined && (
          <ul className={styles.answers} aria-label="Answers of the channels">
            {Object.entries(data).map(([target, answer]) => (
              <li key={target}>
                <span className={styles.channel}>{channelName(target, channels)}</span>
                <StatusMark
                  status={answer === "ok" ? "ok" : "down"}
                  label={answer === "ok" ? "Delivered" : "Not delivered"}
                />
                {answer !== "ok" && <span className={styles.dimmed}>{answer}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      {error !== null && <ErrorStrip error={error} title="Cannot send a test" />}
    </Section>
  );
}
