import { FFIType } from "bun:ffi";
import { networkInterfaces } from "node:os";
import { openCLibrary } from "../c-library";
import { parseNetwork, type Network } from "../ip";

/** An interface of this machine, as far as it has addresses. */
export type Interface = {
  name: string;
  /** Null where the system does not say. */
  index: number | null;
  /** Six octets in small letters with colons; null where it has none: no Ethernet. */
  macAddress: string | null;
  isLoopback: boolean;
  /** Between this machine and containers on it. */
  isOfContainers: boolean;
  /** Addresses of ours, each with the length of its network. */
  addresses: Network[];
};

/** What Docker, Podman and Kubernetes' plug-ins call their bridges and the ends of their links. */
const OF_CONTAINERS =
  /^(?:docker\d|docker_|br-[\da-f]{12}$|veth[\da-f]|cni|podman|flannel|cali[\da-f]|lxcbr|lxdbr)/;
const NO_HARDWARE = "00:00:00:00:00:00";

/** Whether an interface with this name leads to containers on this machine. */
export function isOfContainers(name: string): boolean {
  return OF_CONTAINERS.test(name);
}

/** The interfaces of this machine that are up and have addresses. */
export function listInterfaces(): Interface[] {
  const indexOf = openIndexes();
  try {
    return Object.entries(networkInterfaces()).map(([name, entries = []]) => {
      const [first] = entries;
      const macAddress = first === undefined || first.mac === NO_HARDWARE ? null : first.mac;
      return {
        name,
        index: indexOf.find(name),
        macAddress,
        isLoopback: entries.some(({ internal }) => internal),
        isOfContainers: isOfContainers(name),
        addresses: entries.flatMap(({ cidr }) => (cidr === null ? [] : (parseNetwork(cidr) ?? []))),
      };
    });
  } finally {
    indexOf.close();
  }
}

/** The folder of them in /sys may be that of another network namespace, so the C library is asked. */
function openIndexes(): { find(name: string): number | null; close(): void } {
  const library = openCLibrary({ if_nametoindex: { args: [FFIType.ptr], returns: FFIType.u32 } });
  return {
    find: (name) => {
      const index = library?.symbols.if_nametoindex(Buffer.from(`${name}\0`)) ?? 0;
      return index === 0 ? null : index;
    },
    close: () => library?.close(),
  };
}
