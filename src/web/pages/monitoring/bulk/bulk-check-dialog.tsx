import { NativeSelect, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { followFirstResult } from "../../../api/monitoring";
import { CHECK_KINDS, kindOf } from "../../../components/check-fields/kinds";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { toasts } from "../../../components/toast/toasts";
import { formatCount } from "../../../format/number";
import { addToMany, tryOnMany, type BulkCheck } from "../api";

/** Kinds that need nothing but a port. */
const SIMPLE = CHECK_KINDS.filter(({ options }) => !options.some(({ isRequired }) => isRequired === true));

/** The service takes so many devices at once. */
const MAX_DEVICES = 1000;

type Values = { check_type: string; port: string; label: string };

type Props = { deviceIds: readonly number[]; onClose: () => void };

/** One check on many devices; says on how many it would be new before anything is written. */
export function BulkCheckDialog({ deviceIds: given, onClose }: Props) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  // What was selected when this was opened: the list behind goes on living.
  const [deviceIds] = useState(given);
  const [values, setValues] = useState<Values>({ check_type: "ssh", port: "22", label: "SSH" });
  const form = useSubmitForm({
    initialValues: values,
    validate: {
      label: required("The label"),
      port: (text: string) => (/^\d{1,5}$/.test(text.trim()) ? null : "A port from 1 to 65535"),
    },
    submit: (sent) => addToMany(deviceIds, { check: toCheck(sent), key }),
    onDone({ created, existing }) {
      onClose();
      followFirstResult(queries);
      toasts.tell(
        `${formatCount(created, ["check", "checks"])} added${existing > 0 ? `; ${formatCount(existing, ["device has", "devices have"])} it already` : ""}`,
      );
    },
  });
  const { fields } = form;
  const note = () => setValues({ ...fields.getValues() });
  fields.watch("port", note);
  fields.watch("label", note);
  fields.watch("check_type", ({ previousValue, value }) => {
    const [old, next] = [kindOf(previousValue), kindOf(value)];
    const { port, label } = fields.getValues();
    if (port === "" || port === String(old.port ?? "")) fields.setFieldValue("port", String(next.port ?? ""));
    if (label === "" || label === old.label) fields.setFieldValue("label", next.label);
    note();
  });
  const title = `Add a check to ${formatCount(deviceIds.length, ["device", "devices"])}`;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        <NativeSelect
          label="Kind"
          description={kindOf(values.check_type).explanation}
          data={SIMPLE.map(({ value, label }) => ({ value, label }))}
          data-autofocus
          key={fields.key("check_type")}
          {...fields.getInputProps("check_type")}
        />
        <TextInput
          label="Port"
          inputMode="numeric"
          readOnly={kindOf(values.check_type).isPortFixed === true}
          key={fields.key("port")}
          {...fields.getInputProps("port")}
        />
        <TextInput
          label="Label"
          maxLength={60}
          key={fields.key("label")}
          {...fields.getInputProps("label")}
        />
        <Trial deviceIds={deviceIds} values={values} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Add checks
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function toCheck({ check_type: type, port, label }: Values): BulkCheck {
  return { check_type: kindOf(type).value, port: Number(port), label: label.trim() };
}

/** What adding it would do. */
function Trial({ deviceIds, values }: { deviceIds: readonly number[]; values: Values }) {
  const isWhole = /^\d{1,5}$/.test(values.port.trim()) && values.label.trim() !== "";
  const isTooMany = deviceIds.length > MAX_DEVICES;
  const { data, error } = useQuery({
    queryKey: ["monitoring-trial", values.check_type, values.port, deviceIds],
    queryFn: ({ signal }) =>
      tryOnMany(deviceIds, { check: toCheck({ ...values, label: values.label || "check" }), signal }),
    enabled: isWhole && !isTooMany,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const words = isTooMany
    ? `At most ${formatCount(MAX_DEVICES, ["device", "devices"])} at once: filter the list further, or add one check of every device`
    : error !== null
      ? error.message
      : data === undefined
        ? ""
        : `${formatCount(data.created, ["device gets", "devices get"])} it${data.existing > 0 ? `; ${formatCount(data.existing, ["has", "have"])} it already` : ""}`;
  return <p role="status">{words}&nbsp;</p>;
}
