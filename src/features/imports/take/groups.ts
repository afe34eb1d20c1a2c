import { syncSubnetOfGroup } from "#features/ipam";
import {
  createGroup,
  getGroup,
  TopologyGroupCreate,
  TopologyGroupUpdate,
  updateGroup,
} from "#features/topology";
import { ApiError } from "#platform/errors";
import type { Fields } from "../kinds";
import type { Place } from "./place-book";
import { readModel, saidOf } from "./read-model";
import { RowFaults, type ImportRun, type Input, type KindRules, type Wanted } from "./rules";

/** A VLAN is told by its number and site, whatever its name; another group by its name. */
export const GROUP_RULES: KindRules = {
  kind: "group",
  permission: "topology_write",
  atOnce: 1,
  nameOf: ({ name = "", vlan_id: vlanId }) =>
    vlanId === undefined ? String(name) : `${String(name)} (${String(vlanId)})`,
  read: readGroup,
  keyOf: ({ said }) =>
    `${JSON.stringify(said["site_id"] ?? null)}/${String(said["vlan_id"] ?? said["name"])}`,
  find: (run, wanted) => Promise.all(wanted.map((one) => findGroup(run, one.said))),
  targetOf: (id) => `group:${id}`,
  async create(run, wanted) {
    const ids: number[] = [];
    for (const { input } of wanted) {
      const made = await createGroup(
        { ...run, syncSubnet: syncSubnetOfGroup },
        TopologyGroupCreate.parse(input),
      );
      run.groups.add(toPlace(made));
      ids.push(made.id);
    }
    return ids;
  },
  async update(run, { id, fields }) {
    const changes = readModel(TopologyGroupUpdate, fields);
    run.groups.add(
      toPlace(
        await updateGroup(
          { ...run, syncSubnet: syncSubnetOfGroup },
          { groupId: id, changes, ifMatch: undefined },
        ),
      ),
    );
  },
};

function toPlace(group: { id: number; name: string; site_id: number | null; vlan_id: string | null }): Place {
  return { id: group.id, name: group.name, siteId: group.site_id, vlanId: group.vlan_id };
}

async function readGroup(run: ImportRun, { site, parent, ...fields }: Fields): Promise<Wanted> {
  const input = {
    ...fields,
    ...(typeof site === "string" && { site_id: await run.sites.idOf(site, "site") }),
    ...(typeof parent === "string" && { parent_id: await run.groups.idOf(parent, "parent") }),
  };
  const made = readModel(TopologyGroupCreate, input);
  const own = placeOf(run, made);
  const name = freeName(run, {
    own,
    wanted: made.name,
    site: typeof site === "string" ? site : undefined,
    vlanId: made.vlan_id,
  });
  return { input: { ...made, name }, said: { ...saidOf(Object.keys(input), made), name } };
}

/** The one group that a row speaks of, as far as it is one. */
function placeOf(run: ImportRun, said: Input): Place | undefined {
  const [first, ...others] = placesOf(run, said);
  return others.length === 0 ? first : undefined;
}

function placesOf(run: ImportRun, said: Input): readonly Place[] {
  const vlanId = said["vlan_id"];
  const siteId = said["site_id"];
  const named = run.groups.find(String(said["name"]));
  if (typeof vlanId !== "string") return named === undefined ? [] : [named];
  const vlans = run.groups.findVlan({ vlanId, siteId: typeof siteId === "number" ? siteId : null });
  if (vlans.length > 0) return vlans;
  // A group of that name that is no VLAN yet becomes it.
  return named !== undefined && named.vlanId === null ? [named] : [];
}

async function findGroup(run: ImportRun, said: Input) {
  const [first, ...others] = placesOf(run, said);
  if (first === undefined) return undefined;
  if (others.length > 0)
    return {
      several: `Several groups have VLAN ${String(said["vlan_id"])} there: ${[first, ...others].map(({ name }) => name).join(", ")}`,
    };
  const fields = await readKnown(run, first.id);
  return fields && { id: first.id, fields };
}

/** Undefined: somebody has removed it since the import began. */
async function readKnown(run: ImportRun, id: number) {
  try {
    return await getGroup(run, id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Names of groups are unique here; two sites may both have a VLAN `Users`. */
function freeName(
  run: ImportRun,
  given: { own: Place | undefined; wanted: string; site: string | undefined; vlanId: string | null },
): string {
  const { own, wanted, site, vlanId } = given;
  const candidates = [
    wanted,
    ...(site === undefined ? [] : [`${wanted} (${site})`]),
    `${wanted} (${vlanId ?? "2"})`,
  ];
  const free = candidates.find((name) => {
    const holder = run.groups.find(name);
    return holder === undefined || holder.id === own?.id;
  });
  if (free === undefined)
    throw new RowFaults([{ field: "name", msg: `Other groups are called '${wanted}'` }]);
  return free;
}
