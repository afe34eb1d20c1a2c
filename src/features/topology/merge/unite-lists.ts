import { conflict } from "#platform/errors";
import { MAX_ATTRIBUTES, MAX_TAGS } from "../devices/fields";
import { MAX_ADDRESSES, MAX_INTERFACES } from "../devices/interface-models";
import type { DeviceRead } from "../devices/models";
import type { devices } from "../tables";

type Lists = Pick<typeof devices.$inferSelect, "tags" | "customAttributes">;

/**
 * The lists of both in the columns of the device: tags of the kept one first, and of an attribute that both have its
 * value.
 */
export function uniteLists({ kept, gone }: { kept: Lists; gone: Lists }): Lists {
  return {
    tags: [...new Set([...kept.tags, ...gone.tags])],
    customAttributes: { ...gone.customAttributes, ...kept.customAttributes },
  };
}

/** Throws 409 for more in a list than a device may have, which could not be edited any more. */
export function requireRoom(device: DeviceRead): void {
  const lists: [what: string, count: number, most: number][] = [
    ["tags", device.tags.length, MAX_TAGS],
    ["custom attributes", Object.keys(device.custom_attributes).length, MAX_ATTRIBUTES],
    ["interfaces", device.interfaces.length, MAX_INTERFACES],
    ["additional addresses", device.additional_addresses.length, MAX_ADDRESSES],
    ...device.interfaces.map(({ name, ip_addresses: addresses }): [string, number, number] => [
      `addresses at interface ${name}`,
      addresses.length,
      MAX_ADDRESSES,
    ]),
  ];
  const full = lists.find(([, count, most]) => count > most);
  if (full === undefined) return;
  const [what, count, most] = full;
  throw conflict(
    `Together the devices have ${count} ${what}, and a device may have ${most}: remove some first`,
  );
}
