import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createTestService } from "../../support/app";
import { patient } from "../../support/patience";
import { rounds } from "../../support/rounds";
import { configurator } from "./given";

setDefaultTimeout(patient(30_000));

/** What is applied, exported and edited is made at random; the same seed makes the same. */
const [one, other] = await Promise.all([createTestService(), createTestService()]);
afterAll(() => Promise.all([one.close(), other.close()]));
const source = configurator(one, await one.tokenOf(await one.givenAdmin()));
const target = configurator(other, await other.tokenOf(await other.givenAdmin()));

type Thing = Record<string, unknown>;
type Bundle = Record<string, Thing[]>;
type Expected = { kind: string; action: string; name: string };

const KINDS = [
  "sites",
  "groups",
  "devices",
  "links",
  "subnets",
  "reservations",
  "checks",
  "monitors",
  "maintenance",
];
const ONLY = `only=${KINDS.join(",")}`;
/** What makes trouble where texts are written, read, sorted or told apart. */
const WORDS = [
  "sw1",
  "sw2",
  "sw10",
  "SW1",
  "null",
  "yes",
  "1e3",
  "a: b",
  "- x",
  "#1",
  "x #1",
  "x (y)",
  "ü",
  "a\u2028b",
  '"',
  "'",
  "{",
  " a  b ",
  "~",
];

/** mulberry32 */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  const maybe = (thing: Thing): Thing => (next() < 0.5 ? thing : {});
  return {
    below,
    pick,
    maybe,
    many: <Item>(most: number, make: (place: number) => Item) =>
      Array.from({ length: below(most + 1) }, (_, place) => make(place)),
  };
}

type Random = ReturnType<typeof randomOf>;

/** Names that nothing else of a kind has. */
function uniqueNames({ many, pick, below }: Random, most: number): string[] {
  return [...new Set(["first", ...many(most, () => `${pick(WORDS)}${pick(["", ` ${below(20)}`])}`.trim())])];
}

function randomBundle(random: Random): Bundle {
  const { below, pick, maybe, many } = random;
  const sites = uniqueNames(random, 5);
  const groups = uniqueNames(random, 5);
  const devices = uniqueNames(random, 12);
  const site = () => maybe({ site: pick(sites) });
  const inside = (names: readonly string[], place: number) =>
    maybe(place === 0 ? {} : { parent: names[below(place)] });
  const networks = [...new Set(many(5, () => `10.${below(200)}.${below(200)}.0/24`))];
  return {
    sites: sites.map((name, place) => ({
      name,
      ...inside(sites, place),
      ...maybe({ description: pick(WORDS) }),
    })),
    groups: groups.map((name, place) => ({
      name,
      ...site(),
      ...inside(groups, place),
      ...maybe({ vlan_id: String(below(4000)) }),
    })),
    devices: [
      ...devices.map((name, place) => ({
        display_name: name,
        ...site(),
        ...maybe({ group: pick(groups) }),
        ...maybe({ tags: [...new Set(many(3, () => pick(WORDS).trim()))] }),
        ...maybe({ notes: `${pick(WORDS)}\n${pick(WORDS)}.` }),
        ...maybe({ custom_attributes: { [pick(["rack", "a b", "x"])]: pick([1, true, "text", "1"]) } }),
        ...maybe({
          interfaces: many(3, (port) => ({
            name: `ge${10 - port}`,
            ip_addresses: [`192.0.2.${below(250) + 1}`],
          })),
        }),
        ...maybe({ mac_address: `00:00:5e:00:53:${(16 + place).toString(16)}` }),
      })),
      // Of one name, told apart by nothing, by an address, or not at all.
      ...many(3, () => ({ display_name: "same" })),
      ...many(3, (place) => ({ display_name: "told", ip_address: `198.51.100.${place + 1}` })),
    ],
    links: [
      ...new Map(
        many(8, () => [pick(devices), pick(devices)] as const)
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => [
            [a, b].toSorted().join("\n"),
            { source: a, target: b, ...maybe({ source_interface: "eth0" }) },
          ]),
      ).values(),
    ],
    subnets: networks.map((cidr) => ({ cidr, name: pick(WORDS).trim(), ...site() })),
    reservations: networks.map((cidr) => ({
      ip_address: cidr.replace("0/24", "9"),
      label: "held",
      ...maybe({ subnet: cidr }),
    })),
    checks: [...new Set(many(5, () => pick(devices)))].map((device) => ({
      label: pick(["Web", "SSH"]),
      device,
      port: 22,
    })),
    monitors: many(4, (place) => ({
      name: pick(WORDS).trim(),
      url: `https://m${place}.example.com/`,
      ...maybe({ enabled: false }),
    })),
    maintenance: many(3, (place) => ({
      title: `window ${place}`,
      scope: { devices: [pick(devices)], ...maybe({ tags: ["core"] }) },
      schedule: { kind: "once", starts_at: `2030-0${place + 1}-01T00:00:00Z`, duration_minutes: 60 },
    })),
  };
}

const NONE = JSON.stringify({ version: 1, ...Object.fromEntries(KINDS.map((kind) => [kind, []])) });
const toText = (bundle: Bundle) => JSON.stringify({ version: 1, absent_fields: "default", ...bundle });

test("whatever the state: its export, applied to an empty service, is the export there", async () => {
  for (let round = 0; round < rounds(15); round++) {
    const bundle = randomBundle(randomOf(round));
    await source.apply(toText(bundle), "?prune=all");
    const exported = await source.exported(`?${ONLY}`);
    await target.apply(NONE, "?prune=all");
    await target.apply(exported);
    expect(await target.exported(`?${ONLY}`), `round ${round}`).toBe(exported);
    expect(await target.plan(exported, "?prune=all"), `round ${round}`).toMatchObject({ has_changes: false });
  }
});

/** Edits an export here and there; gives what a plan of it has to say. */
function edited(bundle: Bundle, { below, pick }: Random): Expected[] {
  const expected: Expected[] = [];
  const sites = bundle["sites"] ?? [];
  const subnets = bundle["subnets"] ?? [];
  sites.push({ name: "brand new" });
  expected.push({ kind: "sites", action: "create", name: "brand new" });
  const site = pick(sites.slice(0, -1));
  site["address"] = `street ${below(1000)}`;
  expected.push({ kind: "sites", action: "update", name: String(site["name"]) });
  for (const subnet of subnets) {
    if (below(2) === 0) continue;
    subnet["notes"] = `note ${below(1000)}`;
    expected.push({ kind: "subnets", action: "update", name: String(subnet["cidr"]) });
  }
  const gone = (bundle["maintenance"] ?? []).splice(0, 1);
  for (const { title } of gone) expected.push({ kind: "maintenance", action: "remove", name: String(title) });
  return expected;
}

const inOrder = (changes: readonly Expected[]) =>
  changes.map(({ kind, action, name }) => `${action} ${kind} ${name}`).toSorted();

test("whatever is edited: the plan says exactly that, and nothing more once it is applied", async () => {
  for (let round = 0; round < rounds(15); round++) {
    const random = randomOf(1000 + round);
    await source.apply(toText(randomBundle(random)), "?prune=all");
    const bundle: Bundle = JSON.parse(await source.exported(`?format=json&${ONLY}`));
    const expected = edited(bundle, random);
    const { changes, refusals } = await source.plan(JSON.stringify(bundle), "?prune=all");
    expect(inOrder(changes), `round ${round}`).toEqual(inOrder(expected));
    expect(refusals).toEqual([]);
    await source.apply(JSON.stringify(bundle), "?prune=all");
    expect(await source.plan(JSON.stringify(bundle), "?prune=all")).toMatchObject({ has_changes: false });
  }
});
