import { NativeSelect } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useScopeChoices, type MaintenanceThing } from "../../api/maintenance";
import { checksOnDeviceQuery, monitorsQuery } from "../../api/monitoring";
import { useField } from "../../components/form/use-field";
import { ThingsField } from "../../components/scope-picker/things-field";
import styles from "./monitor-form.module.css";
import { GROUP_MODES, LABELS, memberKey, type MonitorValues } from "./values";

type Props = { fields: UseFormReturnType<MonitorValues> };

const MODE_WORDS: Readonly<Record<(typeof GROUP_MODES)[number], string>> = {
  all: "All of them are up",
  any: "Any of them is up",
};

/** Who decides, and how. */
export function GroupFields({ fields }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend>Members</legend>
      <NativeSelect
        key={fields.key("group_mode")}
        label={LABELS.group_mode}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description="Paused members and those in maintenance are left out"
        data={GROUP_MODES.map((value) => ({ value, label: MODE_WORDS[value] }))}
        {...fields.getInputProps("group_mode")}
      />
      <Members fields={fields} />
    </fieldset>
  );
}

function Members({ fields }: Props) {
  const [members, setMembers] = useField(fields, "members");
  const [text, setText] = useState("");
  const { error } = fields.getInputProps("members");
  const choices = useMemberChoices(text);
  return (
    <div className={styles.wide} data-path="members" tabIndex={-1}>
      <ThingsField
        label={LABELS.members}
        hint="Devices, service checks and other monitors; no groups. A check of many devices on one of them: by the device's name"
        things={members}
        onThings={setMembers}
        keyOf={memberKey}
        error={typeof error === "string" ? error : undefined}
        {...{ text, onText: setText, choices }}
      />
    </div>
  );
}

/** Of so many devices that were found the checks are offered, too. */
const DEVICES_WITH_CHECKS = 3;

function useMemberChoices(text: string): MonitorValues["members"] {
  const things = useScopeChoices(text);
  const narrowed = useNarrowedChecks(text.trim() === "" ? [] : things);
  const { data: monitors = [] } = useQuery(monitorsQuery());
  const groups = new Set(monitors.flatMap(({ id, kind }) => (kind === "group" ? [id] : [])));
  const named = things.flatMap(({ kind, id, name }) => {
    if (id === null || kind === "group" || kind === "site" || kind === "tag") return [];
    return kind === "monitor" && groups.has(id) ? [] : [{ kind, id, device_id: null, name }];
  });
  return [...named, ...narrowed];
}

/** Checks of many devices, on each of the devices that were found. */
function useNarrowedChecks(things: readonly MaintenanceThing[]): MonitorValues["members"] {
  const devices = things
    .flatMap(({ kind, id, name }) => (kind === "device" && id !== null ? [{ id, name }] : []))
    .slice(0, DEVICES_WITH_CHECKS);
  const found = useQueries({ queries: devices.map(({ id }) => checksOnDeviceQuery(id)) });
  return devices.flatMap((device, index) =>
    (found[index]?.data ?? [])
      .filter(({ device_id: own }) => own === null)
      .map(({ id, label }) => ({
        kind: "service_check" as const,
        id,
        device_id: device.id,
        name: `${label} on ${device.name}`,
      })),
  );
}
