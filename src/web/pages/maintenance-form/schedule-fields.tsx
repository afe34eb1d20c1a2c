import { Checkbox, Group, NativeSelect, Radio, TextInput } from "@mantine/core";
import { useId } from "react";
import { Exceptions } from "./exceptions";
import type { Fields } from "./maintenance-fields";
import styles from "./maintenance-form.module.css";
import { MomentInput, TimeInput } from "../../components/moment-input/moment-input";
import { useField } from "../../components/form/use-field";
import { ZoneChoices } from "../../components/form/zone-choices";
import { FIELD_LABELS, type MaintenanceValues } from "./values";
import { WEEKDAYS } from "../../format/recurrence";

const REPEATS = [
  { value: "daily", label: "every day" },
  { value: "weekly", label: "every week" },
  { value: "monthly", label: "every month" },
  { value: "cron", label: "by a cron expression" },
];

/** Once, from a moment to another; or again and again. */
export function ScheduleFields({ fields }: { fields: Fields }) {
  const [kind, setKind] = useField(fields, "kind");
  return (
    <fieldset className={styles.group}>
      <legend>When</legend>
      <Radio.Group className={styles.wide} value={kind} onChange={setKind} label={FIELD_LABELS.kind}>
        <Group gap="lg" mt={4}>
          <Radio value="once" label="Once" />
          <Radio value="recurring" label="Recurring" />
        </Group>
      </Radio.Group>
      {kind === "once" ? (
        <>
          <Input fields={fields} name="starts_at" as={MomentInput} />
          <Input fields={fields} name="ends_at" as={MomentInput} />
        </>
      ) : (
        <Recurring fields={fields} />
      )}
    </fieldset>
  );
}

function Recurring({ fields }: { fields: Fields }) {
  const [repeats, setRepeats] = useField(fields, "repeats");
  const [weekdays, setWeekdays] = useField(fields, "weekdays");
  const zonesId = useId();
  return (
    <>
      <NativeSelect
        label={FIELD_LABELS.repeats}
        data={REPEATS}
        value={repeats}
        error={fields.getInputProps("repeats").error}
        onChange={(event) => setRepeats(event.currentTarget.value)}
      />
      {repeats === "cron" ? (
        <Input
          fields={fields}
          name="cron"
          description="Minute, hour, day, month, weekday: 0 2 * * SUN#1 is the first Sunday of a month at 02:00"
        />
      ) : (
        <Input fields={fields} name="time" as={TimeInput} />
      )}
      {repeats === "weekly" && (
        <Checkbox.Group
          className={styles.wide}
          label={FIELD_LABELS.weekdays}
          value={weekdays}
          onChange={setWeekdays}
          error={fields.getInputProps("weekdays").error}
        >
          <Group gap="md" mt={4}>
            {WEEKDAYS.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {repeats === "monthly" && (
        <Input fields={fields} name="day" description="A month that does not have it is left out" />
      )}
      <Input fields={fields} name="minutes" description="Each time, as a stopwatch counts" />
      <Input
        fields={fields}
        name="time_zone"
        description="A time that a day has twice is used once; one that it does not have, when the gap is over"
        list={zonesId}
      />
      <ZoneChoices id={zonesId} />
      <Input fields={fields} name="from" as={MomentInput} description="Empty: from now on" />
      <Input fields={fields} name="until" as={MomentInput} description="Empty: without an end" />
      <Exceptions fields={fields} />
    </>
  );
}

/** Help stands below the input, so that the inputs of a row are in line. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

type InputProps = {
  fields: Fields;
  name: Exclude<keyof MaintenanceValues, "enabled" | "everything" | "things" | "weekdays" | "exceptions">;
  as?: typeof MomentInput;
  description?: string;
  list?: string;
};

function Input({ fields, name, as: Field, ...rest }: InputProps) {
  const props = {
    label: FIELD_LABELS[name],
    autoComplete: "off",
    inputWrapperOrder: ORDER,
    ...fields.getInputProps(name),
    ...rest,
  };
  const key = fields.key(name);
  return Field === undefined ? <TextInput key={key} {...props} /> : <Field key={key} {...props} />;
}
