import { Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { StatusMark } from "../../components/badge/status-mark";
import { useField } from "../../components/form/use-field";
import styles from "./log-format-form.module.css";
import type { ConditionTexts, FormatValues } from "./values";

/** Which lines it is asked about: all that ours do not know, where nothing is said. */
export function ConditionsField({ fields }: { fields: UseFormReturnType<FormatValues> }) {
  const [conditions, setConditions] = useField(fields, "conditions");
  const { error } = fields.getInputProps("conditions");
  const text = (name: keyof ConditionTexts) => ({
    value: conditions[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setConditions({ ...conditions, [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className={styles.part} data-path="conditions" tabIndex={-1}>
      <legend>Only lines</legend>
      {typeof error === "string" && (
        <p role="alert">
          <StatusMark status="down" label={error} />
        </p>
      )}
      <div className={styles.pair}>
        <TextInput label="from senders" placeholder="192.0.2.0/24, 198.51.100.7" {...text("senders")} />
        <TextInput label="of programs" placeholder="gate, gated" {...text("apps")} />
        <TextInput label="of facilities" placeholder="16, 17" {...text("facilities")} />
        <Textarea label="with these texts, one a line" rows={1} autosize maxRows={4} {...text("contains")} />
      </div>
    </fieldset>
  );
}
