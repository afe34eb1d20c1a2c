import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { EscalationField } from "./escalation-field";
import styles from "./alert-rule-form.module.css";
import { errorAt } from "./field-rows";
import { HoursField } from "./hours-field";
import type { Fields } from "./rule-fields";
import { TimingNow } from "./timing-now";
import { hasTiming, TIMING_LABELS } from "./timing-values";

const PARTS = ["schedule", "quiet_hours", "bundle_minutes", "escalation"];

/** When the rule tells, and whom then: folded while it is at once and always. */
export function TimingFields({ fields }: { fields: Fields }) {
  const [isOpen, setIsOpen] = useState(() => hasTiming(fields.getValues()));
  return (
    <details
      className={styles.timing}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>When it tells</summary>
      <div className={styles.group}>
        <HoursField
          fields={fields}
          name="schedule"
          hint="Outside of these it finds nothing; what lasts when they begin is found then. None: at any time"
        />
        <HoursField
          fields={fields}
          name="quiet_hours"
          hint="Notices wait for their end: what lasts is told then, what is over by then is not"
        >
          <Switch
            label={TIMING_LABELS.quiet_except_critical}
            key={fields.key("quiet_except_critical")}
            {...fields.getInputProps("quiet_except_critical", { type: "checkbox" })}
          />
        </HoursField>
        <TimingNow fields={fields} />
        <TextInput
          label={TIMING_LABELS.bundle_minutes}
          description="0: each at once, a storm together"
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          key={fields.key("bundle_minutes")}
          {...fields.getInputProps("bundle_minutes")}
        />
        <EscalationField fields={fields} />
      </div>
    </details>
  );
}
