import type { Model } from "../../api/client";

/** Devices by what they have in common. */
export type Scope = NonNullable<Model<"CheckScope">>;

export type ScopeThing = {
  kind: "type" | "tag" | "group" | "site" | "network";
  id: number | null;
  /** Of a group or a site of a stored scope blank: its id says which. */
  name: string;
};

/** Whether a scope can name it. */
export function isScopeThing(thing: { kind: string; id: number | null; name: string }): thing is ScopeThing {
  return ["type", "tag", "group", "site", "network"].includes(thing.kind);
}

/** What looks like a network; the service says whether it is one. */
export function readNetwork(text: string): string | undefined {
  const trimmed = text.trim();
  return /^[\da-f.:]+\/\d{1,3}$/i.test(trimmed) ? trimmed : undefined;
}

/** What a scope names. */
export function toThings({ types, tags, group_ids, site_ids, networks }: Scope): ScopeThing[] {
  const named = (kind: ScopeThing["kind"], names: readonly string[] = []) =>
    names.map((name) => ({ kind, id: null, name }));
  const placed = (kind: ScopeThing["kind"], ids: readonly number[] = []) =>
    ids.map((id) => ({ kind, id, name: "" }));
  return [
    ...named("type", types),
    ...named("tag", tags),
    ...placed("group", group_ids),
    ...placed("site", site_ids),
    ...named("network", networks),
  ];
}

/** As the service has it, in its order. */
export function toScope(things: readonly ScopeThing[]): Scope {
  const names = (wanted: ScopeThing["kind"]) =>
    things.flatMap(({ kind, name }) => (kind === wanted ? [name] : [])).sort();
  const ids = (wanted: ScopeThing["kind"]) =>
    things
      .flatMap(({ kind, id }) => (kind === wanted && id !== null ? [id] : []))
      .sort((one, other) => one - other);
  return {
    types: names("type"),
    tags: names("tag"),
    group_ids: ids("group"),
    site_ids: ids("site"),
    networks: names("network"),
  };
}
