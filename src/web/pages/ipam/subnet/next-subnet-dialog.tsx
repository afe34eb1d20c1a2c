import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { messageOf } from "../../../components/states/failure-text";
import { nextSubnetQuery, renewIpam } from "../api";
import { addNextSubnet } from "../changes";
import { parseNetwork } from "../network";
import { lengthOf, lengthRule } from "./prefix-length";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

type Props = { subnet: Subnet; view: IpamView; onClose: () => void };

/** Adds the first network of a size that is free in a subnet. */
export function NextSubnetDialog({ subnet, view, onClose }: Props) {
  const network = parseNetwork(subnet.cidr);
  const least = network?.length ?? 0;
  const bits = network?.bits ?? 32;
  const usual = String(Math.min(bits, bits === 32 ? Math.max(least + 1, 24) : Math.max(least + 1, 64)));
  const [length, setLength] = useState(usual);
  const rule = lengthRule({ least, most: bits });
  const wanted = rule(length) === null ? lengthOf(length) : undefined;
  const next = useQuery({ ...nextSubnetQuery(subnet.id, wanted ?? 0), enabled: wanted !== undefined });
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const form = useSubmitForm({
    initialValues: { name: "", prefix: usual },
    validate: { name: required("The name"), prefix: rule },
    submit: ({ name, prefix }) => addNextSubnet(subnet, { name, prefix: lengthOf(prefix) ?? bits, key }),
    onDone({ id }) {
      onClose();
      void renewIpam(queries).then(() => id !== undefined && view.openSubnet(id));
    },
  });
  const { fields } = form;
  const prefixProps = fields.getInputProps("prefix");
  return (
    <Dialog title={`Add a subnet in ${subnet.cidr}`} isOpen onClose={onClose}>
      <FormBody form={form} label="Add next free subnet">
        <TextInput
          label="Prefix length"
          description={`From ${least} to ${bits}`}
          inputMode="numeric"
          data-autofocus
          key={fields.key("prefix")}
          {...prefixProps}
          onChange={(event) => {
            setLength(event.currentTarget.value);
            prefixProps.onChange(event);
          }}
        />
        <p aria-live="polite">
          {wanted !== undefined && next.data !== undefined && (
            <>
              Next free now: <span className="mono">{next.data.cidr}</span>
            </>
          )}
          {wanted !== undefined && next.error !== null && messageOf(next.error)}
        </p>
        <TextInput label="Name" maxLength={120} key={fields.key("name")} {...fields.getInputProps("name")} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Add subnet
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
