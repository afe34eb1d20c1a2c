import { Checkbox, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { useScopeChoices } from "../../api/maintenance";
import { ScopePicker } from "../../components/scope-picker/scope-picker";
import styles from "./maintenance-form.module.css";
import { ScheduleFields } from "./schedule-fields";
import { useField } from "../../components/form/use-field";
import { FIELD_LABELS, type MaintenanceValues } from "./values";

export type Fields = UseFormReturnType<MaintenanceValues>;

/** What, for what, and when. */
export function MaintenanceFields({ fields }: { fields: Fields }) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend>What</legend>
        <TextInput
          label={FIELD_LABELS.title}
          maxLength={120}
          key={fields.key("title")}
          {...fields.getInputProps("title")}
        />
        <Checkbox
          className={styles.check}
          label={FIELD_LABELS.enabled}
          key={fields.key("enabled")}
          {...fields.getInputProps("enabled", { type: "checkbox" })}
        />
        <Textarea
          className={styles.wide}
          label={FIELD_LABELS.description}
          description="May stand on the public status page"
          rows={2}
          maxLength={2000}
          key={fields.key("description")}
          {...fields.getInputProps("description")}
        />
        <div className={styles.wide}>
          <Scope fields={fields} />
        </div>
      </fieldset>
      <ScheduleFields fields={fields} />
    </>
  );
}

function Scope({ fields }: { fields: Fields }) {
  const [everything, setEverything] = useField(fields, "everything");
  const [things, setThings] = useField(fields, "things");
  const [text, setText] = useState("");
  const choices = useScopeChoices(text);
  const { error } = fields.getInputProps("things");
  return (
    <ScopePicker
      everything={everything}
      onEverything={setEverything}
      things={things}
      onThings={setThings}
      text={text}
      onText={setText}
      choices={choices}
      error={typeof error === "string" ? error : undefined}
    />
  );
}
