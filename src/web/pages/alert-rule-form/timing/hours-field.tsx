import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useId, type ReactNode } from "react";
import { WEEKDAYS } from "../../../components/alert-rule/timing-words";
import { useField } from "../../../components/form/use-field";
import { ZoneChoices } from "../../../components/form/zone-choices";
import { IconButton } from "../../../components/icon-button/icon-button";
import { CloseIcon } from "../../../theme/icons";
import styles from "../alert-rule-form.module.css";
import { errorAt, useRowFocus } from "./field-rows";
import type { Fields } from "../rule-fields";
import { NEW_WINDOWS, TIMING_LABELS, type WindowValues } from "./timing-values";

type Props = {
  fields: Fields;
  name: "schedule" | "quiet_hours";
  hint: string;
  /** What is asked only where there are such hours. */
  children?: ReactNode;
};

const MAX_WINDOWS = 10;

/** Weekdays, times and the zone that they are meant in; no window: no such hours. */
export function HoursField({ fields, name, hint, children }: Props) {
  const [hours, setHours] = useField(fields, name);
  const { place, focusAfterRemoval } = useRowFocus();
  const zonesId = useId();
  const { windows, time_zone: zone } = hours;
  const label = TIMING_LABELS[name];
  const setWindows = (next: readonly WindowValues[]) => setHours({ ...hours, windows: next });
  const remove = (index: number) => {
    setWindows(windows.toSpliced(index, 1));
    focusAfterRemoval();
  };
  const error = errorAt(fields, name);
  return (
    <fieldset ref={place} className={styles.part}>
      <legend>{label}</legend>
      <span className={styles.dimmed}>{hint}</span>
      {windows.map((own, index) => (
        <Window
          // Rows have no names of their own, and keep nothing of themselves.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={`${label} ${index + 1}`}
          value={own}
          onChange={(next) => setWindows(windows.with(index, next))}
          onRemove={() => remove(index)}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {windows.length > 0 && (
        <>
          <TextInput
            label={`Time zone of ${label.toLowerCase()}`}
            autoComplete="off"
            list={zonesId}
            maxLength={64}
            value={zone}
            onChange={(event) => setHours({ ...hours, time_zone: event.currentTarget.value })}
          />
          <ZoneChoices id={zonesId} />
          {children}
        </>
      )}
      {windows.length < MAX_WINDOWS && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${label}: add hours`}
          onClick={() => setWindows([...windows, NEW_WINDOWS[name]])}
        >
          Add hours
        </Button>
      )}
    </fieldset>
  );
}

type WindowProps = {
  label: string;
  value: WindowValues;
  onChange: (value: WindowValues) => void;
  onRemove: () => void;
};

function Window({ label, value, onChange, onRemove }: WindowProps) {
  const { days } = value;
  const time = (name: "begins" | "ends") => ({
    type: "time",
    label: name === "begins" ? "From" : "To",
    "aria-label": `${label}: ${name === "begins" ? "from" : "to"}`,
    value: value[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.row} role="group" aria-label={label}>
      <Checkbox.Group
        value={[...days]}
        onChange={(next) => onChange({ ...value, days: next })}
        aria-label={`${label}: days`}
      >
        <Group gap="xs">
          {WEEKDAYS.map(({ value: day, label: own }) => (
            <Checkbox key={day} value={day} label={own} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput {...time("begins")} />
      <TextInput {...time("ends")} />
      <IconButton icon={CloseIcon} label={`Remove ${label.toLowerCase()}`} onClick={onRemove} />
    </div>
  );
}
