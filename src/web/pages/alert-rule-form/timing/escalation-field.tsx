import { Button, Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { channelName, channelsQuery } from "../../../api/alerts";
import { useField } from "../../../components/form/use-field";
import { IconButton } from "../../../components/icon-button/icon-button";
import { CloseIcon } from "../../../theme/icons";
import styles from "../alert-rule-form.module.css";
import { errorAt, useRowFocus } from "./field-rows";
import type { Fields } from "../rule-fields";
import { NEW_STEP, TIMING_LABELS, type StepValues } from "./timing-values";

const MAX_STEPS = 5;

/** Who is told next while nobody acknowledges, and after how long. */
export function EscalationField({ fields }: { fields: Fields }) {
  const [steps, setSteps] = useField(fields, "escalation");
  const { place, focusAfterRemoval } = useRowFocus();
  const { data: channels } = useQuery(channelsQuery());
  const known = (channels ?? []).map(({ target }) => target);
  const error = errorAt(fields, "escalation");
  return (
    <fieldset ref={place} className={styles.part}>
      <legend>{TIMING_LABELS.escalation}</legend>
      <span className={styles.dimmed}>
        Each is told once, so long after the first notice; the end goes to whoever was told
      </span>
      {steps.map((step, index) => (
        <Step
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={`Step ${index + 1}`}
          step={step}
          choices={[...new Set([...known, ...step.channels])].map((target) => ({
            target,
            name: channelName(target, channels),
          }))}
          onChange={(next) => setSteps(steps.with(index, next))}
          onRemove={() => {
            setSteps(steps.toSpliced(index, 1));
            focusAfterRemoval();
          }}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {steps.length < MAX_STEPS && (
        <Button size="compact-xs" variant="default" onClick={() => setSteps([...steps, NEW_STEP])}>
          Add a step
        </Button>
      )}
    </fieldset>
  );
}

type StepProps = {
  label: string;
  step: StepValues;
  choices: readonly { target: string; name: string }[];
  onChange: (step: StepValues) => void;
  onRemove: () => void;
};

function Step({ label, step, choices, onChange, onRemove }: StepProps) {
  return (
    <div className={styles.row} role="group" aria-label={label}>
      <TextInput
        label={`${label}: after (minutes)`}
        inputMode="numeric"
        value={step.after_minutes}
        onChange={(event) => onChange({ ...step, after_minutes: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={`${label}: tell`}
        value={[...step.channels]}
        onChange={(channels) => onChange({ ...step, channels })}
      >
        <div className={styles.channels}>
          {choices.map(({ target, name }) => (
            <Checkbox key={target} value={target} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <IconButton icon={CloseIcon} label={`Remove ${label.toLowerCase()}`} onClick={onRemove} />
    </div>
  );
}
