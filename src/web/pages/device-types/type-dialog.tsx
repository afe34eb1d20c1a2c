import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { DeviceType } from "../../api/inventory";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useField } from "../../components/form/use-field";
import { saveType } from "./api";
import { IconPicker } from "./icon-picker";

type Props = {
  /** Undefined: a new one. */
  type: DeviceType | undefined;
  onClose: () => void;
};

const colorRule = (color: string) =>
  /^(?:#[0-9a-f]{6})?$/i.test(color.trim()) ? null : "Six hexadecimal digits, such as #1c7ed6";

export function TypeDialog({ type, onClose }: Props) {
  const queries = useQueryClient();
  const isBuiltin = type?.is_builtin === true;
  const title = type === undefined ? "New device type" : `Change ${type.label}`;
  const form = useSubmitForm({
    initialValues: { label: type?.label ?? "", icon: type?.icon ?? "device", color: type?.color ?? "" },
    validate: { label: required("The name"), color: colorRule },
    submit: (input) => saveType(queries, { type, input }),
    onDone: onClose,
  });
  const { fields } = form;
  const [icon, setIcon] = useField(fields, "icon");
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        {!isBuiltin && (
          <>
            <TextInput
              label="Name"
              autoComplete="off"
              maxLength={80}
              data-autofocus
              key={fields.key("label")}
              {...fields.getInputProps("label")}
            />
            <IconPicker icon={icon} onIcon={setIcon} />
          </>
        )}
        <TextInput
          label="Colour"
          description="Such as #1c7ed6; empty: none"
          autoComplete="off"
          classNames={{ input: "mono" }}
          w={200}
          key={fields.key("color")}
          {...fields.getInputProps("color")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {type === undefined ? "Create device type" : "Save device type"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
