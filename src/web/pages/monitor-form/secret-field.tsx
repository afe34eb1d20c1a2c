import { Button, Group, PasswordInput, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import styles from "./monitor-form.module.css";
import { LABELS, type MonitorValues, type SecretMode, type SecretName } from "./values";

type Props = {
  fields: UseFormReturnType<MonitorValues>;
  name: SecretName;
  description?: string;
  /** A text of several lines; absent: one line, hidden. */
  rows?: number;
};

const WORDS: Readonly<Record<Exclude<SecretMode, "replace">, string>> = {
  keep: "Set, and kept as it is",
  remove: "Removed when this is saved",
};

/** A secret: one that is set is not shown, and is kept until the person says otherwise. */
export function SecretField({ fields, name, description, rows }: Props) {
  const [isSet] = useState(() => fields.getValues().modes[name] === "keep");
  const [mode, setShown] = useState<SecretMode>(() => fields.getValues().modes[name]);
  const setMode = (next: SecretMode) => {
    setShown(next);
    fields.setFieldValue(`modes.${name}`, next);
  };
  const label = LABELS[name];
  const common = {
    label,
    description,
    inputWrapperOrder: ["label", "input", "description", "error"] as (
      "label" | "input" | "description" | "error"
    )[],
    ...fields.getInputProps(name),
  };
  return (
    <div className={rows === undefined ? undefined : styles.wide}>
      {mode === "replace" ? (
        rows === undefined ? (
          <PasswordInput key={fields.key(name)} {...common} autoComplete="off" />
        ) : (
          <Textarea key={fields.key(name)} {...common} rows={rows} classNames={{ input: "mono" }} />
        )
      ) : (
        <div className={styles.secret}>
          <span className={styles.secretLabel}>{label}</span>
          <span className={styles.secretState}>{WORDS[mode]}</span>
        </div>
      )}
      {isSet && (
        <Group gap="xs" mt={4}>
          {mode !== "keep" && (
            <Button size="compact-xs" variant="subtle" onClick={() => setMode("keep")}>
              Keep the {label.toLowerCase()} that is set
            </Button>
          )}
          {mode !== "replace" && (
            <Button size="compact-xs" variant="subtle" onClick={() => setMode("replace")}>
              Replace the {label.toLowerCase()}
            </Button>
          )}
          {mode !== "remove" && (
            <Button size="compact-xs" variant="subtle" onClick={() => setMode("remove")}>
              Remove the {label.toLowerCase()}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
