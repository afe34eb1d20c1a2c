import type { Model } from "../../api/client";
import { RequestFailure } from "../../api/request-failure";
import type { StatusPage } from "../../api/status-pages";
import { moved } from "../../components/move-buttons/moved";

export type Component = {
  kind: "device" | "service_check" | "monitor";
  id: number;
  /** What it is called inside. */
  inside: string;
  /** What the public calls it. */
  name: string;
};

export type PageGroup = {
  /** Tells it from the others while it is moved and renamed. */
  key: number;
  name: string;
  components: readonly Component[];
};

/** The form's fields as people fill them in. */
export type PageValues = {
  title: string;
  slug: string;
  description: string;
  published: boolean;
  groups: readonly PageGroup[];
};

export const FIELD_LABELS: Readonly<Record<keyof PageValues, string>> = {
  title: "Title",
  slug: "Address",
  description: "Description",
  published: "Published",
  groups: "Groups",
};

export function emptyValues(): PageValues {
  return {
    title: "",
    slug: "",
    description: "",
    published: false,
    groups: [{ key: 0, name: "Services", components: [] }],
  };
}

export function valuesOf({ title, slug, description, published, groups, things }: StatusPage): PageValues {
  const inside = new Map(things.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return {
    title,
    slug,
    description: description ?? "",
    published,
    groups: groups.map(({ name, components }, key) => ({
      key,
      name,
      components: components.map(({ kind, id, name }) => ({
        kind,
        id,
        name,
        inside: inside.get(`${kind} ${id}`) ?? "",
      })),
    })),
  };
}

export function toBody({ title, slug, description, published, groups }: PageValues) {
  return {
    title,
    slug: slug.trim(),
    description: description.trim() === "" ? null : description,
    published,
    groups: groups.map(({ name, components }) => ({
      name,
      components: components.map(({ kind, id, name }) => ({ kind, id, name })),
    })),
  } satisfies Model<"StatusPageCreate">;
}

/** The address that a title suggests: "Our Café" is `our-cafe`. Empty where nothing of it can stand in one. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replaceAll(/^-|-$/g, "");
}

/** Characters. */
export const MAX_SLUG = 60;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const isBlank = (text: string) => text.trim() === "";

type Rules = { [Name in keyof PageValues]?: (value: unknown, values: PageValues) => string | null };

export const RULES: Rules = {
  title: (_, { title }) => (isBlank(title) ? "The title is missing" : null),
  slug: (_, { slug }) => (SLUG.test(slug.trim()) ? null : "Small letters, digits and single hyphens"),
  groups: (_, { groups }) => {
    if (groups.some(({ name }) => isBlank(name))) return "A group has no name";
    return groups.some(({ components }) => components.some(({ name }) => isBlank(name)))
      ? "A component has no name for the public"
      : null;
  },
};

/** A refusal of something inside the groups stands at the groups: the form shows them as one field. */
export function atOwnFields(error: unknown): unknown {
  if (!(error instanceof RequestFailure)) return error;
  const { status, message, requestId, retryAfter, cause } = error;
  const fields = error.fields.map(({ path, message: text }) => ({ path: path.slice(0, 1), message: text }));
  return new RequestFailure({ status, message, requestId, retryAfter, cause, fields });
}

/** A value as people read it, for when two are compared. */
export function describeField(name: keyof PageValues, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name !== "groups" || !Array.isArray(value)) return String(value);
  return value
    .map((group: PageGroup) => `${group.name}: ${group.components.map(({ name }) => name).join(", ")}`)
    .join("; ");
}

export function emptyGroup(groups: readonly PageGroup[]): PageGroup {
  return { key: Math.max(-1, ...groups.map(({ key }) => key)) + 1, name: "", components: [] };
}

/** The groups with one of them moved by so many places; at the ends it stays. */
export function moveGroup(groups: readonly PageGroup[], from: number, by: 1 | -1): readonly PageGroup[] {
  return moved(groups, from, from + by);
}

/** The groups with a component moved by one place; from the end of a group it goes into the next one. */
export function moveComponent(
  groups: readonly PageGroup[],
  { group, index }: { group: number; index: number },
  by: 1 | -1,
): readonly PageGroup[] {
  const own = groups[group]?.components ?? [];
  const to = index + by;
  if (to >= 0 && to < own.length) return withComponents(groups, group, moved(own, index, to));
  const component = own[index];
  const neighbour = groups[group + by];
  if (component === undefined || neighbour === undefined) return groups;
  const others = neighbour.components;
  const arrived = by === 1 ? [component, ...others] : [...others, component];
  const left = own.filter((_, at) => at !== index);
  return withComponents(withComponents(groups, group, left), group + by, arrived);
}

export function withComponents(
  groups: readonly PageGroup[],
  group: number,
  components: readonly Component[],
): readonly PageGroup[] {
  return groups.map((one, index) => (index === group ? { ...one, components } : one));
}
