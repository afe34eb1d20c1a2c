import { Button } from "@mantine/core";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import type { Fields } from "./maintenance-fields";
import styles from "./maintenance-form.module.css";
import { useField } from "../../components/form/use-field";
import { FIELD_LABELS } from "./values";

/** What was skipped and has not come yet: it can be brought back. */
export function Exceptions({ fields }: { fields: Fields }) {
  const [exceptions, setExceptions] = useField(fields, "exceptions");
  const now = useNow();
  const coming = exceptions.filter(({ starts_at: start }) => Date.parse(start) > now);
  if (coming.length === 0) return null;
  return (
    <div className={styles.wide}>
      <span className={styles.label}>{FIELD_LABELS.exceptions}</span>
      <ul className={styles.exceptions} aria-label={FIELD_LABELS.exceptions}>
        {coming.map((exception) => (
          <li key={exception.starts_at}>
            <TimeValue at={exception.starts_at} />
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setExceptions(exceptions.filter((other) => other !== exception))}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
