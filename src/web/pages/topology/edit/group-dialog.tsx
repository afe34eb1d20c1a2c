import { NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { groupsQuery, type Device } from "../../../api/inventory";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { placeName } from "../../../format/device";
import { renewMap, moveToGroup } from "../api";
import type { MapSteps } from "../steps/map-steps";
import { numberOf } from "../network";

type Props = {
  devices: readonly Device[];
  /** Nodes of the map. */
  selected: readonly string[];
  steps: MapSteps;
  onClose: () => void;
};

/** Puts the selected devices into a group, or out of every group. */
export function GroupDialog({ devices, selected, steps, onClose }: Props) {
  const queries = useQueryClient();
  const { data: groups = [] } = useQuery(groupsQuery());
  const form = useSubmitForm({
    initialValues: { topology_group_id: "" },
    submit: ({ topology_group_id: id }) => moveToGroup(selected.map(numberOf), id === "" ? null : Number(id)),
    onDone: (_, { topology_group_id: id }) => {
      steps.grouped(groupsOf(devices, selected.map(numberOf)), id === "" ? null : Number(id));
      onClose();
      renewMap(queries);
    },
  });
  return (
    <Dialog
      title={`Group ${selected.length === 1 ? "1 device" : `${selected.length} devices`}`}
      isOpen
      onClose={onClose}
    >
      <FormBody form={form} label="Group devices">
        <NativeSelect
          label="Group"
          data={[
            { value: "", label: "No group" },
            ...groups.map((group) => ({ value: String(group.id), label: placeName(group) })),
          ]}
          key={form.fields.key("topology_group_id")}
          {...form.fields.getInputProps("topology_group_id")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Move to the group
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

/** The devices by the group that each is in. */
function groupsOf(devices: readonly Device[], ids: readonly number[]): Map<number | null, number[]> {
  const wanted = new Set(ids);
  const chosen = devices.filter(({ id }) => wanted.has(id));
  return new Map(
    [...Map.groupBy(chosen, ({ topology_group_id: group }) => group)].map(([group, members]) => [
      group,
      members.map(({ id }) => id),
    ]),
  );
}
