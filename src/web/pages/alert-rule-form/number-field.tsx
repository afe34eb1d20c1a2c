import { TextInput } from "@mantine/core";
import type { Fields } from "./rule-fields";
import { LABELS } from "./values";

/** Help stands below the input, so that the inputs of a row are in line. */
export const ORDER: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];

type NumberProps = {
  fields: Fields;
  name:
    | "threshold_ms"
    | "loss_pct_threshold"
    | "loss_window_minutes"
    | "threshold_percent"
    | "days_before"
    | "for_minutes"
    | "log_lines"
    | "log_window_minutes"
    | "silent_minutes"
    | "cooldown_minutes";
  description: string;
};

/** A number as it is typed; what it may be stands below. */
export function NumberField({ fields, name, description }: NumberProps) {
  return (
    <TextInput
      label={LABELS[name]}
      description={description}
      inputWrapperOrder={ORDER}
      inputMode="decimal"
      key={fields.key(name)}
      {...fields.getInputProps(name)}
    />
  );
}
