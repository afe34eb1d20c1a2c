import { z } from "zod";
import type { Fields, Ids, Names } from "#features/configuration-kinds";

const texts = z.array(z.string().min(1).max(1024)).max(500).optional();

/** Devices by what they are, in a bundle: groups and sites by name. */
export const ScopeItem = z
  .strictObject({ types: texts, tags: texts, groups: texts, sites: texts, networks: texts })
  .nullable()
  .openapi({
    description: "devices by type, tag, group, site or network; null: every one",
  });

const Stored = z
  .object({
    types: z.array(z.string()).default([]),
    tags: z.array(z.string()).default([]),
    group_ids: z.array(z.number()).default([]),
    site_ids: z.array(z.number()).default([]),
    networks: z.array(z.string()).default([]),
  })
  .nullish();

/** A scope in a bundle's form: what it does not name is not there. Undefined: the reader may not know. */
export function toScopeItem(scope: unknown, names: Names): Fields | null {
  const read = Stored.parse(scope) ?? null;
  if (read === null) return null;
  const namesOf = (kind: string, ids: readonly number[]) =>
    ids.flatMap((id) => names.nameOf(kind, id) ?? []).toSorted();
  const lists = {
    types: read.types.toSorted(),
    tags: read.tags.toSorted(),
    groups: namesOf("groups", read.group_ids),
    sites: namesOf("sites", read.site_ids),
    networks: read.networks.toSorted(),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The same by ids. Throws an `ItemFault`. */
export function fromScopeItem(given: unknown, ids: Ids): Fields | null {
  const read = ScopeItem.parse(given ?? null);
  if (read === null) return null;
  const { types = [], tags = [], groups = [], sites = [], networks = [] } = read;
  const idsOf = (kind: string, names: readonly string[]) =>
    names.map((name, place) => ids.idOf(kind, name, ["scope", kind, place]));
  return { types, tags, group_ids: idsOf("groups", groups), site_ids: idsOf("sites", sites), networks };
}
