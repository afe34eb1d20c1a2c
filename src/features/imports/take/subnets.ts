import { sql } from "drizzle-orm";
import { insertSubnets, SubnetCreate, SubnetUpdate, toSubnetFields, updateSubnetRow } from "#features/ipam";
import { anyOf } from "#platform/any-of";
import { findDhcpRangeFault } from "#platform/dhcp-range";
import { canonicalNetwork } from "#platform/ip";
import { gatewayFault } from "#platform/network-gateway";
import { subnets } from "#tables/ipam";
import { readPlaces } from "./place-book";
import { readModel, saidOf } from "./read-model";
import { RowFaults, type KindRules } from "./rules";

/** A subnet is told by its network. */
export const SUBNET_RULES: KindRules = {
  kind: "subnet",
  permission: "ipam_write",
  atOnce: 250,
  nameOf: ({ cidr = "", name = "" }) => String(cidr || name),
  read(run, { site, ...fields }) {
    const { places, ids } = readPlaces(run, { site }, [{ column: "site", field: "site_id", book: "sites" }]);
    const input = { ...fields, ...ids };
    const made = readModel(SubnetCreate, input);
    const fault = findDhcpRangeFault(made);
    if (fault !== undefined) throw new RowFaults([{ field: fault.field, msg: fault.text }]);
    const msg = gatewayFault(made);
    if (msg !== null) throw new RowFaults([{ field: "gateway", msg }]);
    const said = { ...saidOf(Object.keys(input), made), cidr: networkOf(made.cidr) };
    return { input: made, said, places };
  },
  keyOf: ({ said }) => String(said["cidr"]),
  async find({ db }, wanted) {
    const networks = wanted.map(({ said }) => String(said["cidr"]));
    const rows = await db
      .select()
      .from(subnets)
      .where(sql`${subnets.network}::inet = ${anyOf(networks, "inet")}`);
    const known = new Map(rows.map(toSubnetFields).map((found) => [found.cidr, found]));
    return networks.map((network) => {
      const found = known.get(network);
      return found && { id: found.id, fields: found };
    });
  },
  targetOf: (id) => `subnet:${id}`,
  async create(run, wanted) {
    const rows = await insertSubnets(
      run,
      wanted.map(({ input }) => SubnetCreate.parse(input)),
    );
    const ids = new Map(rows.map((row) => [toSubnetFields(row).cidr, row.id]));
    return wanted.map(({ said }) => ids.get(String(said["cidr"])));
  },
  async update(run, { id, fields }) {
    await updateSubnetRow(run, { id, changes: readModel(SubnetUpdate, fields), ifMatch: undefined });
  },
};

function networkOf(cidr: string): string {
  return canonicalNetwork(cidr) ?? cidr;
}
