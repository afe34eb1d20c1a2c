import type { Db } from "#platform/database";
import { findRelatives } from "../allocation/space";
import { sizeOf } from "../prefix";
import { findSubnetRow, toPrefix } from "../subnets/service";
import { describeAddress } from "./describe";
import { findHolders } from "./holders";
import type { IpAddressEntry } from "./models";

/** 1,024 hosts and the two ends: one answer holds as many. */
const LONGEST_LIST = 1026n;

/** Every address of a subnet and what it is; nothing for a subnet that is too big for that. Throws 404. */
export async function listAddresses({ db }: { db: Db }, subnetId: number): Promise<IpAddressEntry[]> {
  const subnet = await findSubnetRow(db, subnetId);
  const prefix = toPrefix(subnet.network);
  if (sizeOf(prefix) > LONGEST_LIST) return [];
  const surroundings = {
    relatives: await findRelatives(db, subnet),
    holders: await findHolders(db, subnet),
  };
  return Array.from({ length: Number(sizeOf(prefix)) }, (_, offset) =>
    describeAddress({ prefix, value: prefix.first + BigInt(offset) }, surroundings),
  );
}
