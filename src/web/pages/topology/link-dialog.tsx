import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Device } from "../../api/inventory";
import { Dialog } from "../../components/dialog/dialog";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { deviceName } from "../../format/device";
import { createLink, renewMap, updateLink, type Link } from "./api";

type Props = {
  devices: readonly Device[];
  ends: { source: number; target: number };
  /** Absent: a new one. */
  link?: Link;
  onClose: () => void;
};

const WAYS = [
  { value: "both", label: "Both ways" },
  { value: "out", label: "Only from the first device to the second" },
  { value: "back", label: "Only from the second device to the first" },
  { value: "none", label: "Neither way" },
];

/** What a link is: its ends are given, the rest is asked. */
export function LinkDialog({ devices, ends, link, onClose }: Props) {
  const queries = useQueryClient();
  const name = (id: number) => {
    const device = devices.find((candidate) => candidate.id === id);
    return device === undefined ? `device ${id}` : deviceName(device);
  };
  const form = useSubmitForm({
    initialValues: {
      relationship_type: link?.relationship_type ?? "ethernet",
      source_interface: link?.source_interface ?? "",
      target_interface: link?.target_interface ?? "",
      link_speed_mbps: link?.link_speed_mbps?.toString() ?? "",
      ways: link === undefined ? "both" : waysOf(link),
    },
    validate: {
      relationship_type: required("The type"),
      link_speed_mbps: (text) => (/^\d{0,7}$/.test(text.trim()) ? null : "A whole number of Mbit/s"),
    },
    submit: ({ ways, link_speed_mbps: speed, source_interface, target_interface, relationship_type }) => {
      const body = {
        relationship_type,
        source_interface: source_interface.trim() || null,
        target_interface: target_interface.trim() || null,
        link_speed_mbps: speed.trim() === "" ? null : Number(speed),
        allow_outbound: ways === "both" || ways === "out",
        allow_inbound: ways === "both" || ways === "back",
      };
      return link === undefined
        ? createLink({ ...body, source_device_id: ends.source, target_device_id: ends.target })
        : updateLink(link, body);
    },
    onDone: () => {
      onClose();
      renewMap(queries);
    },
  });
  const { fields } = form;
  const title = link === undefined ? "Link two devices" : "Edit the link";
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        <p>
          {name(ends.source)} – {name(ends.target)}
        </p>
        <TextInput
          label="Type"
          maxLength={80}
          data-autofocus
          key={fields.key("relationship_type")}
          {...fields.getInputProps("relationship_type")}
        />
        <TextInput
          label={`Interface of ${name(ends.source)}`}
          maxLength={120}
          key={fields.key("source_interface")}
          {...fields.getInputProps("source_interface")}
        />
        <TextInput
          label={`Interface of ${name(ends.target)}`}
          maxLength={120}
          key={fields.key("target_interface")}
          {...fields.getInputProps("target_interface")}
        />
        <TextInput
          label="Speed in Mbit/s"
          inputMode="numeric"
          key={fields.key("link_speed_mbps")}
          {...fields.getInputProps("link_speed_mbps")}
        />
        <NativeSelect
          label="Traffic"
          data={WAYS}
          key={fields.key("ways")}
          {...fields.getInputProps("ways")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {link === undefined ? "Draw link" : "Save link"}
          </Button>
        </Group>
      </FormBody>
    </Dialog>
  );
}

function waysOf({ allow_outbound: out, allow_inbound: back }: Link): string {
  if (out && back) return "both";
  if (out) return "out";
  return back ? "back" : "none";
}
