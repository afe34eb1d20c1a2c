import { syncSubnetOfGroup } from "#features/ipam";
import {
  createGroup,
  getGroup,
  TopologyGroupCreate,
  TopologyGroupUpdate,
  updateGroup,
} from "#features/topology";
import { ApiError } from "#platform/errors";
import { cut } from "../cut";
import type { Fields } from "../kinds";
import { readPlaces, type Place } from "./place-book";
import { readModel, saidOf } from "./read-model";
import { RowFaults, type ImportRun, type KindRules, type Wanted } from "./rules";

/** A VLAN is told by its number and site, whatever its name; another group by its name. */
export const GROUP_RULES: KindRules = {
  kind: "group",
  permission: "topology_write",
  atOnce: 1,
  nameOf: ({ name = "", vlan_id: vlanId }) =>
    vlanId === undefined ? String(name) : `${String(name)} (${String(vlanId)})`,
  read: readGroup,
  keyOf: ({ said, places }) => {
    const site = places?.find(({ field }) => field === "site_id")?.name.toLowerCase() ?? null;
    return `${JSON.stringify(site)}/${String(said["vlan_id"] ?? said["name"])}`;
  },
  find: (run, wanted) => Promise.all(wanted.map((one) => findGroup(run, one))),
  targetOf: (id) => `group:${id}`,
  async create(run, wanted) {
    const ids: number[] = [];
    for (const { input } of wanted) {
      const given = readModel(TopologyGroupCreate, input);
      const made = await createGroup({ ...run, syncSubnet: syncSubnetOfGroup }, given);
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

function readGroup(run: ImportRun, { site, parent, ...fields }: Fields): Wanted {
  const { places, ids } = readPlaces(run, { site, parent }, [
    { column: "site", field: "site_id", book: "sites" },
    { column: "parent", field: "parent_id", book: "groups" },
  ]);
  const input = { ...fields, ...ids };
  const made = readModel(TopologyGroupCreate, input);
  const own = placeOf(run, { said: made, places });
  const name = freeName(run, {
    own,
    wanted: made.name,
    site: typeof site === "string" ? site : undefined,
    vlanId: made.vlan_id,
  });
  return { input: { ...made, name }, said: { ...saidOf(Object.keys(input), made), name }, places };
}

/** The one group that a row speaks of, as far as it is one. */
function placeOf(run: ImportRun, one: Pick<Wanted, "said" | "places">): Place | undefined {
  const [first, ...others] = placesOf(run, one);
  return others.length === 0 ? first : undefined;
}

function placesOf(run: ImportRun, { said, places }: Pick<Wanted, "said" | "places">): readonly Place[] {
  const vlanId = said["vlan_id"];
  const siteId = said["site_id"];
  const named = run.groups.find(String(said["name"]));
  if (typeof vlanId !== "string") return named === undefined ? [] : [named];
  const site = places?.find(({ field }) => field === "site_id");
  // A site that is still to be made has no VLANs.
  const isThere = site === undefined || run.sites.find(site.name) !== undefined;
  const known = { vlanId, siteId: typeof siteId === "number" ? siteId : null };
  const vlans = isThere ? run.groups.findVlan(known) : [];
  if (vlans.length > 0) return vlans;
  // A group of that name that is no VLAN yet becomes it.
  return named !== undefined && named.vlanId === null ? [named] : [];
}

async function findGroup(run: ImportRun, wanted: Wanted) {
  const [first, ...others] = placesOf(run, wanted);
  if (first === undefined) return undefined;
  if (others.length > 0)
    return {
      several: `Several groups have VLAN ${String(wanted.said["vlan_id"])} there: ${[first, ...others].map(({ name }) => name).join(", ")}`,
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
  const candidates = [wanted, ...[site ?? [], vlanId ?? "2"].flat().map((more) => nameWith(wanted, more))];
  const free = candidates.find((name) => {
    const holder = run.groups.find(name);
    return holder === undefined || holder.id === own?.id;
  });
  if (free === undefined)
    throw new RowFaults([{ field: "name", msg: `Other groups are called '${wanted}'` }]);
  return free;
}

const LONGEST_NAME = 120;

/** Told from others by what stands behind it: a name too long for that is shortened. */
function nameWith(wanted: string, more: string): string {
  const behind = ` (${cut(more, LONGEST_NAME / 2)})`;
  const name = cut(wanted, LONGEST_NAME - behind.length);
  return readModel(TopologyGroupCreate, { name: `${name}${behind}` }).name;
}
