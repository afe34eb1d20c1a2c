import { sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { canonicalNetwork } from "#platform/ip";
import { findIds, type Keyed } from "#platform/http/upsert";
import { subnets } from "../tables";
import type { SubnetCreate, SubnetOut, SubnetUpdate } from "./models";
import { createSubnet, getSubnet, updateSubnet } from "./service";

/** A subnet under its network; host bits of the CIDR do not count. */
export function subnetByKey(actor: Actor, subnet: SubnetCreate): Keyed<SubnetOut, SubnetUpdate> {
  const network = canonicalNetwork(subnet.cidr);
  return {
    key: `subnet ${network}`,
    find: (db) => findIds(db, { table: subnets, where: sql`${subnets.network} = ${network}::cidr` }),
    read: (db, id) => getSubnet({ db }, id),
    create: (db) => createSubnet({ db, actor }, subnet),
    update: (db, change) => updateSubnet({ db, actor }, change),
  };
}
