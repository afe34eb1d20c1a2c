import { describe, expect, test } from "bun:test";
import {
  describeField,
  emptyGroup,
  emptyValues,
  moveComponent,
  moveGroup,
  RULES,
  slugOf,
  toBody,
  valuesOf,
  type Component,
  type PageGroup,
} from "../../../../src/web/pages/status-page-form/values";

const component = (id: number): Component => ({
  kind: "monitor",
  id,
  inside: `inside ${id}`,
  name: `name ${id}`,
});
const GROUPS: readonly PageGroup[] = [
  { key: 0, name: "A", components: [component(1), component(2)] },
  { key: 1, name: "B", components: [] },
  { key: 2, name: "C", components: [component(3)] },
];
const shapeOf = (groups: readonly PageGroup[]) =>
  groups.map(({ name, components }) => `${name}:${components.map(({ id }) => id).join(",")}`);

test("groups are moved by one place, and stay at the ends", () => {
  expect(shapeOf(moveGroup(GROUPS, 0, 1))).toEqual(["B:", "A:1,2", "C:3"]);
  expect(shapeOf(moveGroup(GROUPS, 2, -1))).toEqual(["A:1,2", "C:3", "B:"]);
  expect(moveGroup(GROUPS, 0, -1)).toBe(GROUPS);
  expect(moveGroup(GROUPS, 2, 1)).toBe(GROUPS);
});

describe("a component is moved", () => {
  const move = (group: number, index: number, by: 1 | -1) =>
    shapeOf(moveComponent(GROUPS, { group, index }, by));

  test("within its group", () => {
    expect(move(0, 0, 1)).toEqual(["A:2,1", "B:", "C:3"]);
    expect(move(0, 1, -1)).toEqual(["A:2,1", "B:", "C:3"]);
  });

  test("from the end of its group into the next one, and back", () => {
    expect(move(0, 1, 1)).toEqual(["A:1", "B:2", "C:3"]);
    expect(move(2, 0, -1)).toEqual(["A:1,2", "B:3", "C:"]);
  });

  test("not beyond the page", () => {
    expect(move(0, 0, -1)).toEqual(shapeOf(GROUPS));
    expect(move(2, 0, 1)).toEqual(shapeOf(GROUPS));
  });
});

test("a new group is told from all others", () => {
  expect(emptyGroup(GROUPS).key).toBe(3);
  expect(emptyGroup([]).key).toBe(0);
});

test("what is sent is what was read, without what the page only shows", () => {
  const groups = [{ name: "A", components: [{ kind: "monitor" as const, id: 1, name: "Shop", key: "abc" }] }];
  const page = {
    id: 1,
    slug: "example",
    title: "Example",
    description: null,
    published: true,
    groups,
    created_at: "",
    updated_at: "",
    things: [{ kind: "monitor" as const, id: 1, name: "inside" }],
  };
  const values = valuesOf(page);
  expect(values.groups[0]?.components[0]).toEqual({ kind: "monitor", id: 1, name: "Shop", inside: "inside" });
  expect(toBody(values)).toEqual({
    slug: "example",
    title: "Example",
    description: null,
    published: true,
    groups: [{ name: "A", components: [{ kind: "monitor", id: 1, name: "Shop" }] }],
  });
  expect(describeField("groups", values.groups)).toBe("A: Shop");
});

test.each([
  ["title", { title: " " }],
  ["slug", { slug: "" }],
  ["slug", { slug: "Two words" }],
  ["groups", { groups: [emptyGroup([])] }],
  ["groups", { groups: [{ key: 0, name: "A", components: [{ ...component(1), name: " " }] }] }],
] as const)("%s that is missing or wrong is refused", (name, given) => {
  const right = { ...emptyValues(), title: "x", slug: "x", groups: GROUPS };
  expect(RULES[name]?.(undefined, right)).toBeNull();
  expect(RULES[name]?.(undefined, { ...right, ...given })).toBeString();
});

test.each([
  ["Our home", "our-home"],
  ["Café & Größe 24/7!", "cafe-gro-e-24-7"],
  ["  --  ", ""],
  ["状態", ""],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
])("of the title %p the address is %p", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
  if (slug !== "") expect(RULES.slug?.(undefined, { ...emptyValues(), slug })).toBeNull();
});
