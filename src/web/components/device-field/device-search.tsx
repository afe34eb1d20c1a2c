import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceQuery, foundDevicesQuery, type Device } from "../../api/inventory";
import { deviceName } from "../../format/device";
import { spellHidden } from "../../format/hidden-characters";
import { DEVICE_WORDS } from "./device-words";

/** After the last key (ms). */
const TYPING_MS = 150;

export type DeviceFieldProps = {
  /** Undefined: none is chosen. */
  deviceId: number | undefined;
  error: string | undefined;
  onChoose: (deviceId: number | undefined) => void;
};

/** One of the devices, found by name, address or MAC. */
export function DeviceSearch({ deviceId, error, onChoose }: DeviceFieldProps) {
  const { data: present } = useQuery({ ...deviceQuery(deviceId ?? 0), enabled: deviceId !== undefined });
  const [typed, setTyped] = useState<string>();
  // Its name is told as if it were typed, and nothing is found by that.
  const [picked, setPicked] = useState<Device>();
  const shown = typed ?? (present === undefined ? "" : nameOf(present.device));
  const [wanted] = useDebouncedValue(typed ?? "", TYPING_MS);
  const { data: found = [] } = useQuery({ ...foundDevicesQuery(wanted), placeholderData: keepPreviousData });
  return (
    <Autocomplete
      {...DEVICE_WORDS}
      value={shown}
      error={error}
      data={[...new Set(found.map(nameOf))]}
      filter={({ options }) => options}
      onChange={setTyped}
      onOptionSubmit={(chosen) => {
        const device = found.find((one) => nameOf(one) === chosen);
        setTyped(undefined);
        setPicked(device);
        onChoose(device?.id);
      }}
      onBlur={() => {
        const exact = (picked === undefined ? found : [picked, ...found]).find((one) => isMeant(one, typed));
        if (typed === undefined) return;
        onChoose(exact?.id);
        if (exact !== undefined) setTyped(undefined);
      }}
    />
  );
}

function nameOf(device: Device): string {
  const { ip_address: address } = device;
  const name = deviceName(device);
  return spellHidden(address === "" || address === name ? name : `${name} (${address})`);
}

function isMeant(device: Device, typed = ""): boolean {
  return [nameOf(device), deviceName(device), device.ip_address].includes(typed.trim());
}
