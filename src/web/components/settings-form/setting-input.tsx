import { Button, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Inputs, SettingField } from "./fields";

type Props = {
  field: SettingField;
  fields: UseFormReturnType<Inputs>;
  /** Of a secret: there is one. */
  isSet: boolean;
  onRemove: () => void;
};

/** The input that suits a setting. */
export function SettingInput({ field, fields, isSet, onRemove }: Props) {
  const { name, label, description, maxLength, choices = [] } = field;
  const key = fields.key(name);
  const common = { label, description, ...(maxLength !== undefined && { maxLength }) };
  switch (field.kind) {
    case "switch":
      return (
        <Switch
          key={key}
          label={label}
          description={description}
          {...fields.getInputProps(name, { type: "checkbox" })}
        />
      );
    case "text":
      return (
        <Textarea key={key} {...common} autosize minRows={2} maxRows={8} {...fields.getInputProps(name)} />
      );
    case "choice":
      return (
        <NativeSelect
          key={key}
          label={label}
          description={description}
          data={[...choices]}
          {...fields.getInputProps(name)}
        />
      );
    case "secret":
      return (
        <div>
          <PasswordInput
            key={key}
            {...common}
            autoComplete="off"
            placeholder={isSet ? "Set; leave empty to keep it" : "Not set"}
            {...fields.getInputProps(name)}
          />
          {isSet && (
            <Button variant="subtle" size="compact-xs" mt={4} onClick={onRemove}>
              Remove the stored {label.toLowerCase()}
            </Button>
          )}
        </div>
      );
    case "number":
      return (
        <TextInput
          key={key}
          {...common}
          inputMode="numeric"
          styles={{ wrapper: { width: 160 } }}
          {...fields.getInputProps(name)}
        />
      );
    default:
      return <TextInput key={key} {...common} autoComplete="off" {...fields.getInputProps(name)} />;
  }
}
