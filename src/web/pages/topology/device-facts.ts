import type { Device } from "../../api/inventory";
import { hasEveryWord } from "../../components/filters/words";

/** Whether every word of the text is in a name or address of the device. */
export function matches(device: Device, text: string): boolean {
  const known = [
    device.display_name,
    device.hostname,
    device.ip_address,
    device.mac_address,
    device.device_type,
    device.vendor,
    device.topology_group,
    ...device.tags,
    ...device.additional_addresses,
  ];
  return hasEveryWord(known, text);
}
