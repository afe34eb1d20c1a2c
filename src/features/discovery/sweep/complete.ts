import { setImmediate } from "node:timers/promises";
import { isLocallyAdministered, loadVendorLookup } from "#features/topology";
import { readNeighbours } from "#platform/network/neighbours";
import type { WorkerPool } from "#platform/workers";
import { guessDeviceType } from "./device-type";
import { inGroups } from "./in-parallel";
import type { Run } from "./run";

/** Until others have their turn. */
const HOSTS_PER_TURN = 64;

/**
 * Adds to the hosts what this machine knows by itself: hardware addresses of its neighbours, their vendors, and what a
 * host most likely is.
 */
export async function complete({ finds, places }: Run, pool: WorkerPool): Promise<void> {
  if (finds.size === 0) return;
  const known = new Map(readNeighbours().map(({ address, macAddress }) => [address, macAddress]));
  for (const { address, macAddress } of finds.all()) {
    const found = macAddress ?? places.ownMacAddress(address) ?? known.get(address);
    if (macAddress === null && found !== undefined) finds.learn(address, { macAddress: found });
  }
  const hasHardware = finds.all().some(({ macAddress }) => macAddress !== null);
  const vendorOf = hasHardware ? await loadVendorLookup(pool) : () => null;
  for (const some of inGroups(finds.all(), HOSTS_PER_TURN)) {
    for (const find of some) {
      const { address, macAddress } = find;
      const isRandomMac = macAddress !== null && isLocallyAdministered(macAddress);
      const vendor = macAddress === null ? null : (vendorOf(macAddress) ?? find.vendor);
      const deviceTypeGuess = guessDeviceType({ ...find, vendor, isGateway: places.isGateway(address) });
      finds.learn(address, { isRandomMac, vendor, deviceTypeGuess });
    }
    finds.publish();
    await setImmediate();
  }
}
