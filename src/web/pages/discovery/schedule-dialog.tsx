import { Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { groupsQuery, sitesQuery, snmpProfilesQuery } from "../../api/inventory";
import { useMay } from "../../api/me";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { changeSchedule, createSchedule, forgetSchedules, type Schedule } from "./api";
import { useEngines } from "./engine";
import { INTERVALS, toBody, valuesOf, type ScheduleValues } from "./schedule-values";

type Props = {
  /** Undefined: a new one. */
  schedule: Schedule | undefined;
  onClose: () => void;
};

/** What a schedule scans, how often, and whom it tells. */
export function ScheduleDialog({ schedule, onClose }: Props) {
  const queries = useQueryClient();
  const title = schedule === undefined ? "New schedule" : `Change ${schedule.name}`;
  const mayReadProfiles = useMay("tools_active");
  const engines = useEngines();
  const { data: sites = [] } = useQuery(sitesQuery());
  const { data: groups = [] } = useQuery(groupsQuery());
  const { data: profiles = [] } = useQuery({ ...snmpProfilesQuery(), enabled: mayReadProfiles });
  const form = useSubmitForm<ScheduleValues, unknown>({
    initialValues: valuesOf(schedule),
    validate: { name: required("The name"), target: required("The target") },
    async submit(values) {
      const body = toBody(values);
      await (schedule === undefined
        ? createSchedule({ ...body, enabled: true })
        : changeSchedule({ id: schedule.id, schedule: body }));
      await queries.invalidateQueries({ queryKey: forgetSchedules });
    },
    onDone: onClose,
  });
  const { fields } = form;
  const select = (name: keyof ScheduleValues, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect key={fields.key(name)} label={label} data={data} {...fields.getInputProps(name)} />
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} width={520}>
      <FormBody form={form} label={title}>
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={120}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <TextInput
          label="Target"
          description="Addresses, ranges and networks of your own, with commas between them"
          placeholder="192.168.10.0/24"
          autoComplete="off"
          maxLength={255}
          className="mono"
          key={fields.key("target")}
          {...fields.getInputProps("target")}
        />
        <Checkbox
          label="The target may be larger than usual"
          key={fields.key("confirm_large_scan")}
          {...fields.getInputProps("confirm_large_scan", { type: "checkbox" })}
        />
        <TextInput
          label="Leaves out"
          description="Addresses, ranges, networks and MACs, with commas between them"
          placeholder="192.168.10.5, 00:00:5e:00:53:01"
          autoComplete="off"
          className="mono"
          key={fields.key("exclude")}
          {...fields.getInputProps("exclude")}
        />
        <NativeSelect
          label="Looks with"
          description={engines.hint}
          data={engines.choices}
          key={fields.key("engine")}
          {...fields.getInputProps("engine")}
        />
        <Group gap="md" grow>
          {select("scan_type", "Looks for", [
            { value: "ping", label: "Hosts" },
            { value: "basic_ports", label: "Hosts and usual ports" },
          ])}
          {select("interval_minutes", "Every", INTERVALS)}
        </Group>
        <Group gap="md" grow>
          {select("site_id", "Site of new devices", choices("none", sites))}
          {select("topology_group_id", "Group of new devices", choices("none", groups))}
        </Group>
        {mayReadProfiles && select("snmp_profile_id", "Asks by SNMP", choices("not at all", profiles))}
        <TextInput
          label="Tells"
          description="Channels or profile:<id>, with commas between them; empty: nobody"
          placeholder="smtp, profile:3"
          autoComplete="off"
          key={fields.key("notification_targets")}
          {...fields.getInputProps("notification_targets")}
        />
        <Group gap="md" grow>
          <TextInput
            label="Quiet from"
            placeholder="22:00"
            autoComplete="off"
            key={fields.key("quiet_from")}
            {...fields.getInputProps("quiet_from")}
          />
          <TextInput
            label="Quiet to"
            placeholder="06:00"
            autoComplete="off"
            key={fields.key("quiet_to")}
            {...fields.getInputProps("quiet_to")}
          />
        </Group>
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {schedule === undefined ? "Create schedule" : "Save schedule"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

type Choice = { id: number; name: string; display_name?: string | null };

function choices(none: string, things: readonly Choice[]) {
  return [
    { value: "", label: none },
    ...things.map(({ id, name, display_name: shown }) => ({ value: String(id), label: shown ?? name })),
  ];
}
