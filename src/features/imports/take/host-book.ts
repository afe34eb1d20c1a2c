import { z } from "zod";
import { DeviceCreate, strictHostname, writeDevices } from "#features/topology";
import { canonicalAddress } from "#platform/ip";
import type { DeviceBook } from "./device-book";
import type { PlaceWriter } from "./place-book";
import { readAt, readModel } from "./read-model";
import { RowFaults, type ImportRun } from "./rules";

/** Devices by the address or host name at which something is asked. */
export type HostBook = {
  find(host: string): { id: number } | undefined;
  /** The host, where there is one such device or one may be made. Throws RowFaults of that field. */
  read(host: string, field: string): string;
  /** The id of a host that was read; a device that is not there is made. Throws ApiError. */
  idOf(run: PlaceWriter, host: string): Promise<number>;
  /** Before work that may be taken back: gives what forgets the devices that were made for it. */
  mark(): () => void;
  /** Addresses and names of those that were made because something named them. */
  readonly made: readonly string[];
};

type BookOptions = Pick<ImportRun, "userId" | "pool"> & { devices: DeviceBook; mayMake: boolean };

export function createHostBook({ devices, mayMake, ...ctx }: BookOptions): HostBook {
  const ids = new Map<string, number>();
  const made: string[] = [];

  const find = (host: string) => {
    const id = ids.get(host.toLowerCase());
    if (id !== undefined) return { id };
    const match = devices.find(keysOf(host));
    return match.kind === "one" ? { id: match.id } : undefined;
  };

  return {
    made,
    find,
    read(host, field) {
      if (ids.has(host.toLowerCase())) return host;
      const match = devices.find(keysOf(host));
      if (match.kind === "one") return host;
      if (match.kind === "several")
        throw new RowFaults([
          { field, msg: `Several devices are ${host}: ${match.ids.slice(0, 5).join(", ")}` },
        ]);
      if (!mayMake)
        throw new RowFaults([{ field, msg: `There is no device ${host}, and you may not make one` }]);
      deviceOf(host, field);
      return host;
    },
    async idOf(run, host) {
      const known = find(host);
      if (known !== undefined) return known.id;
      const writes = [{ device: deviceOf(host, "device") }];
      const [id] = await writeDevices({ ...ctx, ...run }, { writes, userId: ctx.userId });
      if (id === undefined) throw new Error("our bug: a device was written and has no id");
      ids.set(host.toLowerCase(), id);
      made.push(host);
      return id;
    },
    mark() {
      const before = made.length;
      return () => {
        for (const host of made.splice(before)) ids.delete(host.toLowerCase());
      };
    },
  };
}

const Named = z.object({ hostname: strictHostname });

/** Throws RowFaults of the field for what is neither an address nor a host name. */
function deviceOf(host: string, field: string): DeviceCreate {
  const keys = keysOf(host);
  // What is no name of DNS would never be asked.
  return readAt(field, () => readModel(DeviceCreate, "hostname" in keys ? readModel(Named, keys) : keys));
}

function keysOf(host: string): { ip_address: string } | { hostname: string } {
  const address = canonicalAddress(host);
  return address === undefined ? { hostname: host } : { ip_address: address };
}
