import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { deviceTypesQuery, groupsQuery, sitesQuery, snmpProfilesQuery } from "../../api/inventory";
import { useMay } from "../../api/me";
import { AddressInput } from "../../components/noted-input/address-input";
import { NetworkInput } from "../../components/noted-input/network-input";
import { formatWord, placeName } from "../../format/device";
import styles from "./device-form.module.css";
import { InterfaceFields } from "./interface-fields";
import { FIELD_LABELS, WORDS, type DeviceValues } from "./values";

/** Help stands below the input, so that the inputs of a row are in line. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

type Props = { fields: UseFormReturnType<DeviceValues> };
type AllProps = Props & {
  /** Undefined: a new one. */
  deviceId?: number;
};

/** Every field of a device, in groups of what belongs together. */
export function DeviceFields({ fields, deviceId }: AllProps) {
  const bind = (name: keyof DeviceValues) => ({
    label: FIELD_LABELS[name],
    inputWrapperOrder: ORDER,
    ...fields.getInputProps(name),
  });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Identity</legend>
        <TextInput
          key={fields.key("display_name")}
          {...bind("display_name")}
          maxLength={255}
          data-autofocus
          autoFocus
        />
        <TextInput
          key={fields.key("hostname")}
          {...bind("hostname")}
          maxLength={255}
          description="Without an address it is watched by this"
          classNames={{ input: "mono" }}
        />
        <AddressInput
          key={fields.key("ip_address")}
          {...bind("ip_address")}
          deviceId={deviceId}
          description="IPv4 or IPv6"
          classNames={{ input: "mono" }}
        />
        <TextInput
          key={fields.key("additional_addresses")}
          {...bind("additional_addresses")}
          description="Separated by commas"
          classNames={{ input: "mono" }}
        />
        <TextInput
          key={fields.key("mac_address")}
          {...bind("mac_address")}
          description="In any form"
          classNames={{ input: "mono" }}
        />
      </fieldset>
      <InterfaceFields fields={fields} />
      <Kind fields={fields} bind={bind} />
      <fieldset className={styles.group}>
        <legend>State</legend>
        {(["status", "expected_status", "lifecycle"] as const).map((name) => (
          <NativeSelect
            key={fields.key(name)}
            {...bind(name)}
            data={WORDS[name].map((word) => ({ value: word, label: formatWord(word) }))}
          />
        ))}
        <Checkbox
          className={styles.check}
          label={FIELD_LABELS.monitoring_paused}
          key={fields.key("monitoring_paused")}
          {...fields.getInputProps("monitoring_paused", { type: "checkbox" })}
        />
      </fieldset>
      <Places fields={fields} bind={bind} />
      <fieldset className={styles.group}>
        <legend>Further</legend>
        <TextInput key={fields.key("tags")} {...bind("tags")} description="Separated by commas" />
        <SnmpProfile fields={fields} bind={bind} />
        <Textarea
          key={fields.key("custom_attributes")}
          {...bind("custom_attributes")}
          description="One a line, such as rack = A4"
          rows={3}
          classNames={{ input: "mono" }}
        />
        <Textarea
          key={fields.key("notes")}
          {...bind("notes")}
          className={styles.wide}
          rows={3}
          maxLength={4000}
        />
      </fieldset>
    </>
  );
}

type Bind = (name: keyof DeviceValues) => Record<string, unknown> & { label: string };

function Kind({ fields, bind }: Props & { bind: Bind }) {
  const { data: types } = useQuery(deviceTypesQuery());
  const present = fields.getValues().device_type;
  const known = types ?? [];
  const options = [
    { value: "", label: "–" },
    ...(present === "" || known.some(({ value }) => value === present)
      ? []
      : [{ value: present, label: present }]),
    ...known.map(({ value, label }) => ({ value, label })),
  ];
  return (
    <fieldset className={styles.group}>
      <legend>Kind</legend>
      <NativeSelect
        key={`${fields.key("device_type")} ${types === undefined}`}
        {...bind("device_type")}
        data={options}
      />
      <TextInput
        key={fields.key("vendor")}
        {...bind("vendor")}
        description="Left blank: found by the MAC"
        maxLength={120}
      />
      <TextInput key={fields.key("os")} {...bind("os")} maxLength={255} />
      <TextInput key={fields.key("serial_number")} {...bind("serial_number")} maxLength={120} />
    </fieldset>
  );
}

/** For those who may read the profiles; the device's own stays as it is for the others. */
function SnmpProfile({ fields, bind }: Props & { bind: Bind }) {
  const mayRead = useMay("tools_active");
  const { data: profiles } = useQuery({ ...snmpProfilesQuery(), enabled: mayRead });
  if (!mayRead) return null;
  const options = [
    { value: "", label: "–" },
    ...(profiles ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <NativeSelect
      key={`${fields.key("snmp_profile_id")} ${profiles === undefined}`}
      {...bind("snmp_profile_id")}
      data={options}
    />
  );
}

function Places({ fields, bind }: Props & { bind: Bind }) {
  const { data: sites } = useQuery(sitesQuery());
  const { data: groups } = useQuery(groupsQuery());
  const groupsId = useId();
  const options = [
    { value: "", label: "–" },
    ...(sites ?? []).map((site) => ({ value: String(site.id), label: placeName(site) })),
  ];
  return (
    <fieldset className={styles.group}>
      <legend>Place</legend>
      <NativeSelect
        key={`${fields.key("site_id")} ${sites === undefined}`}
        {...bind("site_id")}
        data={options}
      />
      <div>
        <TextInput
          key={fields.key("topology_group")}
          {...bind("topology_group")}
          description="One that does not exist is made"
          list={groupsId}
          autoComplete="off"
          maxLength={120}
        />
        <datalist id={groupsId}>
          {(groups ?? []).map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </datalist>
      </div>
      <TextInput key={fields.key("vlan_id")} {...bind("vlan_id")} maxLength={32} />
      <NetworkInput
        key={fields.key("subnet")}
        {...bind("subnet")}
        description="Such as 192.0.2.0/24"
        classNames={{ input: "mono" }}
      />
    </fieldset>
  );
}
