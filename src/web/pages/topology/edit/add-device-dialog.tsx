import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceTypesQuery, groupsQuery, sitesQuery, type Device } from "../../../api/inventory";
import { Dialog } from "../../../components/dialog/dialog";
import { addressRule } from "../../../components/form/address-rules";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { AddressInput } from "../../../components/noted-input/address-input";
import { placeName } from "../../../format/device";
import { createDevice, renewMap, type NewDevice } from "../api";

type Props = {
  onClose: () => void;
  /** What was made, and out of what. */
  onAdded: (device: Device, body: NewDevice) => void;
};

const NONE = { value: "", label: "–" };
/** Until the others are known; an uncontrolled list must have the value that it begins with. */
const FIRST_TYPE = [{ value: "switch", label: "Switch" }];

/** The few facts that a drawing needs; the rest is said on the device's own page. */
export function AddDeviceDialog({ onClose, onAdded }: Props) {
  const queries = useQueryClient();
  const { data: sites = [] } = useQuery(sitesQuery());
  const { data: groups = [] } = useQuery(groupsQuery());
  const { data: types = FIRST_TYPE } = useQuery(deviceTypesQuery());
  const form = useSubmitForm({
    initialValues: {
      display_name: "",
      ip_address: "",
      device_type: "switch",
      site_id: "",
      topology_group_id: "",
    },
    validate: { display_name: required("The name"), ip_address: addressRule },
    submit: (values) => createDevice(bodyOf(values)),
    onDone: (device, values) => {
      onAdded(device, bodyOf(values));
      renewMap(queries);
    },
  });
  const { fields } = form;
  const options = (named: readonly { id: number; name: string; display_name: string | null }[]) => [
    NONE,
    ...named.map((place) => ({ value: String(place.id), label: placeName(place) })),
  ];
  return (
    <Dialog title="Add a device" isOpen onClose={onClose}>
      <FormBody form={form} label="Add a device">
        <TextInput
          label="Name"
          maxLength={120}
          data-autofocus
          key={fields.key("display_name")}
          {...fields.getInputProps("display_name")}
        />
        <AddressInput
          label="Address"
          classNames={{ input: "mono" }}
          maxLength={64}
          key={fields.key("ip_address")}
          {...fields.getInputProps("ip_address")}
        />
        <NativeSelect
          label="Type"
          data={types.map(({ value, label }) => ({ value, label }))}
          key={`${fields.key("device_type")} ${types.length}`}
          {...fields.getInputProps("device_type")}
        />
        <NativeSelect
          label="Site"
          data={options(sites)}
          key={fields.key("site_id")}
          {...fields.getInputProps("site_id")}
        />
        <NativeSelect
          label="Group"
          data={options(groups)}
          key={fields.key("topology_group_id")}
          {...fields.getInputProps("topology_group_id")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Add device
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

type Values = Record<"display_name" | "ip_address" | "device_type" | "site_id" | "topology_group_id", string>;

function bodyOf({ ip_address, site_id, topology_group_id, ...rest }: Values): NewDevice {
  return {
    ...rest,
    ...(ip_address !== "" && { ip_address }),
    ...(site_id !== "" && { site_id: Number(site_id) }),
    ...(topology_group_id !== "" && { topology_group_id: Number(topology_group_id) }),
  };
}
