import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Group, Site } from "../../api/inventory";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { changedOnly } from "../../components/form/versions";
import { placeName } from "../../format/device";
import { createGroup, renewPlaces, updateGroup } from "./api";
import { groupBody, groupValues, placeOptions } from "./values";

type Props = {
  /** Undefined: a new one. */
  group: Group | undefined;
  groups: readonly Group[];
  sites: readonly Site[];
  onClose: () => void;
};

export function GroupDialog({ group, groups, sites, onClose }: Props) {
  const queries = useQueryClient();
  const title = group === undefined ? "Add a group" : `Edit ${placeName(group)}`;
  const form = useSubmitForm({
    initialValues: groupValues(group),
    validate: { name: required("The name") },
    submit: async (values) => {
      const body = groupBody(values);
      await (group === undefined
        ? createGroup(body)
        : updateGroup(group, changedOnly(body, groupBody(groupValues(group)))));
      await renewPlaces(queries);
    },
    onDone: onClose,
  });
  const { fields } = form;
  const bind = (name: keyof ReturnType<typeof groupValues>, label: string) => ({
    label,
    ...fields.getInputProps(name),
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        <TextInput
          data-autofocus
          autoComplete="off"
          maxLength={120}
          key={fields.key("name")}
          {...bind("name", "Name")}
        />
        <TextInput
          description="Empty: the name"
          maxLength={120}
          key={fields.key("display_name")}
          {...bind("display_name", "Shown as")}
        />
        <NativeSelect data={placeOptions(sites)} key={fields.key("site_id")} {...bind("site_id", "Site")} />
        <NativeSelect
          data={placeOptions(groups, group?.id)}
          key={fields.key("parent_id")}
          {...bind("parent_id", "Lies in the group")}
        />
        <TextInput key={fields.key("vlan_id")} {...bind("vlan_id", "VLAN")} />
        <TextInput
          description="Such as 192.0.2.0/24: IPAM can make a subnet of it"
          classNames={{ input: "mono" }}
          key={fields.key("ip_range")}
          {...bind("ip_range", "Network")}
        />
        <TextInput
          classNames={{ input: "mono" }}
          key={fields.key("gateway")}
          {...bind("gateway", "Gateway")}
        />
        <Textarea rows={2} key={fields.key("description")} {...bind("description", "Description")} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {group === undefined ? "Add group" : "Save group"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
