import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AlertRule } from "../../../api/alerts";
import { useField } from "../../../components/form/use-field";
import { TimeValue } from "../../../components/value/time-value";
import { SEVERITIES } from "../../../api/severities";
import styles from "../alert-rule-form.module.css";
import { timingQuery } from "../api";
import type { Fields } from "../rule-fields";
import { TIMING_RULES, toTiming } from "./timing-values";

/** After the last change (ms). */
const SETTLING_MS = 300;

const STATES: Readonly<Record<AlertRule["timing_state"], string>> = {
  tells: "Now it would tell",
  keeps: "Now it keeps notices back",
  rests: "Now it rests",
};

/** What a rule with these hours does at this moment. */
export function TimingNow({ fields }: { fields: Fields }) {
  const [schedule] = useField(fields, "schedule");
  const [quiet] = useField(fields, "quiet_hours");
  const [exceptCritical] = useField(fields, "quiet_except_critical");
  const [chosen] = useField(fields, "severity");
  const severity = SEVERITIES.find((own) => own === chosen) ?? "warning";
  const values = {
    ...fields.getValues(),
    schedule,
    quiet_hours: quiet,
    quiet_except_critical: exceptCritical,
  };
  const { schedule: works, quiet_hours: keeps } = toTiming(values);
  const [settled] = useDebouncedValue({ severity, schedule: works, quiet_hours: keeps }, SETTLING_MS);
  const isAsked =
    (settled.schedule !== null || settled.quiet_hours !== null) &&
    TIMING_RULES.schedule(schedule) === null &&
    TIMING_RULES.quiet_hours(quiet) === null;
  const { data, isError } = useQuery({
    ...timingQuery(settled),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isAsked) return null;
  return (
    <p role="status" className={`${styles.wide} ${styles.dimmed}`}>
      {data === undefined || isError ? (
        isError && "What it would do now is not known"
      ) : (
        <>
          {STATES[data.timing_state]}
          {data.timing_until !== null && (
            <>
              , until <TimeValue at={data.timing_until} />
            </>
          )}
          .
        </>
      )}
    </p>
  );
}
