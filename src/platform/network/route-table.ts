import { readFileSync } from "node:fs";
import { codeOf } from "../error-code";

const FILE = "/proc/self/net/route";
const RTF_UP = 0x1;
const RTF_GATEWAY = 0x2;
const RTF_REJECT = 0x2_00;

/** A route of IPv4, with addresses and masks as numbers. */
export type Route = {
  interfaceName: string;
  destination: number;
  mask: number;
  /** The router before the host; null: the host is a neighbour. */
  gateway: number | null;
  metric: number;
};

/** The routes of IPv4 in the kernel's main table, best first; none where the system does not tell. */
export function readRoutes(): Route[] {
  try {
    return parseRoutes(readFileSync(FILE, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** The routes in the text of /proc/net/route, best first. */
export function parseRoutes(text: string): Route[] {
  const routes = text
    .split("\n")
    .slice(1)
    .flatMap((line) => parseRoute(line) ?? []);
  return routes.sort((left, right) => right.mask - left.mask || left.metric - right.metric);
}

/** The best of the routes to an address. */
export function findRoute(routes: readonly Route[], address: number): Route | undefined {
  return routes.find(({ destination, mask }) => (address & mask) >>> 0 === destination);
}

function parseRoute(line: string): Route | undefined {
  const [interfaceName, destination, gateway, flagText, , , metric, mask] = line.trim().split(/\s+/);
  if (interfaceName === undefined || destination === undefined || gateway === undefined) return undefined;
  if (flagText === undefined || mask === undefined) return undefined;
  const flags = Number.parseInt(flagText, 16);
  if ((flags & RTF_UP) === 0 || (flags & RTF_REJECT) !== 0) return undefined;
  return {
    interfaceName,
    destination: numberOf(destination),
    mask: numberOf(mask),
    gateway: (flags & RTF_GATEWAY) === 0 ? null : numberOf(gateway),
    metric: Number(metric),
  };
}

/** The kernel writes an address as a number of its own byte order, which is little-endian. */
function numberOf(hexadecimal: string): number {
  const octets = Buffer.alloc(4);
  octets.writeUInt32LE(Number.parseInt(hexadecimal, 16) >>> 0);
  return octets.readUInt32BE();
}
