import { NativeSelect, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { missingValues, toBulkChanges, type BulkField, type Choice, type Choices } from "./bulk-fields";
import styles from "./bulk.module.css";

type Props = {
  fields: readonly BulkField[];
  choices: Choices;
  onChoices: (choices: Choices) => void;
  onNext: () => void;
  onClose: () => void;
};

/** For each field: leave it, set it, or clear it. */
export function BulkForm({ fields, choices, onChoices, onNext, onClose }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [missing] = missingValues(fields, choices);
    if (missing !== undefined) {
      const label = fields.find(({ id }) => id === missing)?.label ?? missing;
      setFault(`${label}: the value is missing. To empty the field, choose “Clear”.`);
    } else if (toBulkChanges(fields, choices) === undefined) {
      setFault("Nothing is to be changed yet: set or clear at least one field.");
    } else onNext();
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldRow
            key={field.id}
            field={field}
            choice={choices[field.id] ?? { mode: "leave" }}
            onChoice={(choice) => {
              setFault(null);
              onChoices({ ...choices, [field.id]: choice });
            }}
          />
        ))}
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <DialogActions mt="lg" onCancel={onClose}>
        Preview
      </DialogActions>
    </form>
  );
}

type RowProps = { field: BulkField; choice: Choice; onChoice: (choice: Choice) => void };

function FieldRow({ field, choice, onChoice }: RowProps) {
  const { label, options, canClear, hint } = field;
  const value = choice.mode === "set" ? choice.value : "";
  const setMode = (mode: string) =>
    onChoice(
      mode === "set"
        ? { mode, value: options?.[0]?.value ?? "" }
        : { mode: mode === "clear" ? mode : "leave" },
    );
  const setValue = (text: string) => onChoice({ mode: "set", value: text });
  return (
    <div role="group" aria-label={label} className={styles.field}>
      <span className={styles.label}>{label}</span>
      <NativeSelect
        size="xs"
        aria-label={`${label}: what to do`}
        value={choice.mode}
        data={[
          { value: "leave", label: "Leave" },
          { value: "set", label: "Set", disabled: options?.length === 0 },
          ...(canClear ? [{ value: "clear", label: "Clear" }] : []),
        ]}
        onChange={(event) => setMode(event.currentTarget.value)}
      />
      {choice.mode === "set" && options !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={`${label}: value`}
          value={value}
          data={[...options]}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {choice.mode === "set" && options === undefined && (
        <TextInput
          size="xs"
          aria-label={`${label}: value`}
          placeholder={hint ?? ""}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
