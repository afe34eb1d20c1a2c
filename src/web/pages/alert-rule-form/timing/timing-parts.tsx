import { Switch, TextInput } from "@mantine/core";
import { kindOf } from "../../../components/alert-rule/event-kinds";
import { useField } from "../../../components/form/use-field";
import styles from "../alert-rule-form.module.css";
import { EscalationField } from "./escalation-field";
import { HoursField } from "./hours-field";
import type { Fields } from "../rule-fields";
import { TimingNow } from "./timing-now";
import { TIMING_LABELS } from "./timing-values";

/** The fields of when a rule tells, and whom then. */
export function TimingParts({ fields }: { fields: Fields }) {
  const [type] = useField(fields, "event_type");
  return (
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
      {kindOf(type)?.lasts !== false && <EscalationField fields={fields} />}
    </div>
  );
}
