import {
  insertRelationships,
  listRelationships,
  RelationshipCreate,
  RelationshipUpdate,
  updateRelationship,
} from "#features/topology";
import type { Fields } from "../kinds";
import { deviceOfName } from "./device-book";
import { readModel, saidOf } from "./read-model";
import { RowFaults, type Fault, type ImportRun, type KindRules, type Wanted } from "./rules";

/** A link is told by its ends: A-B and B-A are one. */
export const LINK_RULES: KindRules = {
  kind: "link",
  permission: "topology_write",
  atOnce: 250,
  nameOf: (fields) =>
    ["source", "target"]
      .map((end) =>
        [fields[`${end}_device`] ?? "?", fields[`${end}_interface`] ?? []].flat().map(String).join(" "),
      )
      .join(" - "),
  read: readLink,
  keyOf: ({ input }) => keyOf(RelationshipCreate.parse(input)),
  async find(run, wanted) {
    const links = wanted.map(({ input }) => RelationshipCreate.parse(input));
    const ids = new Set(links.flatMap((link) => [link.source_device_id, link.target_device_id]));
    const known = Map.groupBy(await listRelationships(run, { deviceIds: [...ids] }), keyOf);
    return links.map((link) => {
      const [first, ...others] = known.get(keyOf(link)) ?? [];
      if (first === undefined) return undefined;
      if (others.length === 0) return { id: first.id, fields: first };
      return {
        several: `Several links are between these ends: ${[first, ...others].map(({ id }) => id).join(", ")}`,
      };
    });
  },
  targetOf: (id) => `relationship:${id}`,
  async create(run, wanted) {
    const links = wanted.map(({ input }) => RelationshipCreate.parse(input));
    const ids = new Map((await insertRelationships(run, links)).map((link) => [keyOf(link), link.id]));
    return links.map((link) => ids.get(keyOf(link)));
  },
  async update(run, { id, fields }) {
    const changes = readModel(RelationshipUpdate, fields);
    await updateRelationship(run, { relationshipId: id, changes, ifMatch: undefined });
  },
};

type Ends = {
  source_device_id: number;
  target_device_id: number;
  source_interface: string | null;
  target_interface: string | null;
};

function keyOf(link: Ends): string {
  const ends = [
    [link.source_device_id, link.source_interface?.toLowerCase() ?? null],
    [link.target_device_id, link.target_interface?.toLowerCase() ?? null],
  ].map((end) => JSON.stringify(end));
  return ends.sort().join();
}

function readLink(run: ImportRun, { source_device: source, target_device: target, ...rest }: Fields): Wanted {
  const faults: Fault[] = [];
  const idOf = (field: string, name: Fields[string] | undefined): number => {
    const found = typeof name === "string" ? deviceOfName(run.devices, name) : { fault: "Field required" };
    if ("id" in found) return found.id;
    faults.push({ field, msg: found.fault });
    return 0;
  };
  const ends = {
    source_device_id: idOf("source_device", source),
    target_device_id: idOf("target_device", target),
  };
  if (faults.length > 0) throw new RowFaults(faults);
  const { source_interface: _source, target_interface: _target, ...details } = rest;
  const made = readModel(RelationshipCreate, { ...rest, ...ends });
  // The other way round it is the same link: its ends are not to be changed.
  return { input: made, said: saidOf(Object.keys(details), made) };
}
