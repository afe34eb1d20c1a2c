import { z } from "zod";
import {
  createDeviceIndex,
  DeviceCreate,
  DeviceUpdate,
  readDevices,
  writeDevices,
  type DeviceRead,
} from "#features/topology";
import { ATTRIBUTE, type Fields } from "../kinds";
import { readPlaces } from "./place-book";
import { readModel, saidOf, splitByPrefix } from "./read-model";
import type { Found, ImportRun, Input, KindRules, Match, RowIndex, Wanted } from "./rules";

/** A device is told by its MAC address, else its IP address, else its name. */
export const DEVICE_RULES: KindRules = {
  kind: "device",
  permission: "topology_write",
  atOnce: 250,
  nameOf: ({ hostname, display_name: name, ip_address: address, mac_address: mac }) =>
    String(name ?? hostname ?? address ?? mac ?? ""),
  read: readDevice,
  keyOf({ said }) {
    const { mac_address: mac, hostname, display_name: name, ip_address: address } = said;
    return JSON.stringify(mac ?? [hostname ?? name ?? null, address ?? null]);
  },
  createIndex: createRowIndex,
  find: findDevices,
  merge: mergeDevice,
  targetOf: (id) => `device:${id}`,
  async create(run, wanted) {
    const writes = wanted.map(({ input }) => ({ device: DeviceCreate.parse(input) }));
    const ids = await writeDevices(run, { writes, userId: run.userId });
    run.devices.add(
      writes.map(({ device }, place) => ({
        id: ids[place] ?? 0,
        macAddress: device.mac_address,
        ipAddress: device.ip_address,
        name: device.hostname ?? device.display_name,
      })),
    );
    return ids;
  },
  async update(run, { id, fields }) {
    const writes = [{ id, changes: readModel(DeviceUpdate, fields) }];
    await writeDevices(run, { writes, userId: run.userId });
  },
};

function readDevice(run: ImportRun, given: Fields): Wanted {
  const { site, group, ...rest } = given;
  const { places, ids } = readPlaces(run, { site, group }, [
    { column: "site", field: "site_id", book: "sites" },
    { column: "group", field: "topology_group_id", book: "groups" },
  ]);
  const { within: attributes, others } = splitByPrefix(rest, ATTRIBUTE);
  const input = {
    ...others,
    ...(Object.keys(attributes).length > 0 && { custom_attributes: attributes }),
    ...ids,
  };
  const made = readModel(Named, input);
  return { input: made, said: saidOf(Object.keys(input), made), places };
}

const Named = DeviceCreate.superRefine((device, context) => {
  const { hostname, display_name: name, ip_address: address, mac_address: mac } = device;
  if ([hostname, name, address, mac].every((key) => key === null))
    context.addIssue({ code: "custom", path: ["hostname"], message: "A device needs a name or an address" });
});

const Keys = z.object({
  mac_address: z.string().nullish(),
  ip_address: z.string().nullish(),
  hostname: z.string().nullish(),
  display_name: z.string().nullish(),
});

async function findDevices(run: ImportRun, wanted: readonly Wanted[]): Promise<Match[]> {
  const matches = wanted.map(({ said }) => run.devices.find(Keys.parse(said)));
  const ids = matches.flatMap((match) => (match.kind === "one" ? [match.id] : []));
  const devices = new Map(
    (await readDevices(run, { ids, userId: run.userId })).map((device) => [device.id, toFound(device)]),
  );
  return matches.map((match) => {
    if (match.kind === "none") return undefined;
    if (match.kind === "one") return devices.get(match.id);
    return { several: `Several devices fit by ${match.by}: ${match.ids.slice(0, 5).join(", ")}` };
  });
}

/** Two rows of one device may know it by different keys. */
function createRowIndex(): RowIndex {
  const index = createDeviceIndex();
  return {
    add(place, { said }) {
      const { mac_address: mac, ip_address: address, hostname, display_name: name } = Keys.parse(said);
      const keys = { macAddress: mac ?? null, ipAddress: address ?? null, name: hostname ?? name ?? null };
      index.add([{ id: place, ...keys }]);
    },
    find({ said }) {
      const match = index.find(Keys.parse(said));
      if (match.kind === "none") return undefined;
      return match.kind === "one" ? match.id : match.ids[0];
    },
  };
}

function toFound(device: DeviceRead): Found {
  return { id: device.id, fields: { ...device, ip_address: device.ip_address || null } };
}

/** Tags and own fields of the file are added to those that are there. */
function mergeDevice({ fields }: Found, said: Input): Input {
  const { tags, custom_attributes: attributes, ...rest } = said;
  const known = Lists.parse(fields);
  return {
    ...rest,
    ...(Array.isArray(tags) && { tags: [...new Set([...known.tags, ...tags.map(String)])] }),
    ...(typeof attributes === "object" && {
      custom_attributes: { ...known.custom_attributes, ...attributes },
    }),
  };
}

const Lists = z.object({ tags: z.array(z.string()), custom_attributes: z.record(z.string(), z.unknown()) });
