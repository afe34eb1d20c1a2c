import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { DeviceRead } from "../../../../src/features/topology/devices/models";
import { toCursor } from "#platform/http/paging";
import { createTestService } from "../../../support/app";
import { givenDevices, givenGroup, givenSite } from "../given";

/** Filters, sorts and pages of `GET /topology/devices`. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const get = (query: string) => service.call(`GET /api/v1/topology/devices?${query}`, { token });

async function names(query: string): Promise<(string | null)[]> {
  const answer = await get(query);
  expect(answer.status).toBe(200);
  return z
    .array(DeviceRead)
    .parse(answer.body)
    .map(({ hostname }) => hostname);
}

beforeAll(async () => {
  const [site, group] = [await givenSite(service, "Berlin"), await givenGroup(service, "Office")];
  const bodies = [
    { hostname: "sw10", ip_address: "10.0.0.10", mac_address: "00:00:0c:00:00:10", tags: ["core", "edge"] },
    {
      hostname: "sw2",
      ip_address: "10.0.0.9",
      device_type: "switch",
      site_id: site.id,
      vendor: "Acme Networks",
    },
    { hostname: "ap1", ip_address: "10.0.1.1", status: "online", topology_group_id: group.id },
    { hostname: "v6", ip_address: "2001:db8::1", display_name: "Zebra", notes: "50%_off\\ 'quoted'" },
    {
      hostname: "router",
      interfaces: [{ name: "e1", mac_address: "00:00:5e:00:53:aa", ip_addresses: ["10.0.2.1"] }],
      additional_addresses: ["10.0.3.1"],
      os: "RouterOS 7",
    },
  ];
  for (const body of bodies) {
    const answer = await service.call("POST /api/v1/topology/devices", { token, body });
    expect(answer.status).toBe(201);
  }
});

test.each([
  ["search=SW", ["sw2", "sw10"]],
  ["search=zeb", ["v6"]],
  ["search=routeros", ["router"]],
  ["search=acme", ["sw2"]],
  ["search=edge", ["sw10"]],
  ["search=10.0.0.1", []],
  ["search=10.0.0.10", ["sw10"]],
  ["search=::ffff:10.0.0.10", ["sw10"]],
  ["search=2001:DB8:0::1", ["v6"]],
  ["search=10.0.0.", ["sw2", "sw10"]],
  ["search=10.0.2.1", ["router"]],
  ["search=10.0.3.0/24", ["router"]],
  ["search=10.0.0.0/23", ["ap1", "sw2", "sw10"]],
  ["search=10.0.0.77/24", ["sw2", "sw10"]],
  ["search=2001:db8::/32", ["v6"]],
  ["search=0.0.0.0/0", ["ap1", "router", "sw2", "sw10"]],
  ["search=0000.0c00.0010", ["sw10"]],
  ["search=00-00-0C-00-00-10", ["sw10"]],
  ["search=00005E0053AA", ["router"]],
  ["search=5e:00:53", ["router"]],
  ["search=0c00.0010", ["sw10"]],
  ["search=%25_off%5C", ["v6"]],
  ["search='quoted'", ["v6"]],
  ["search=%25", ["v6"]],
  ["search=nothing", []],
  ["search=%20", ["ap1", "router", "sw2", "sw10", "v6"]],
  ["name=SW2", ["sw2"]],
  ["name=zebra", ["v6"]],
  ["name=sw", []],
  ["ip_address=::ffff:10.0.0.10", ["sw10"]],
  ["ip_address=10.0.2.1", ["router"]],
  ["ip_address=10.0.3.1", ["router"]],
  ["ip_address=10.0.0.1", []],
  ["mac_address=0000.0c00.0010", ["sw10"]],
  ["mac_address=00:00:5E:00:53:AA", ["router"]],
  ["tag=core", ["sw10"]],
  ["tag=cor", []],
  ["type=Switch", ["sw2"]],
  ["status=online", ["ap1"]],
  ["vendor=NETWORKS", ["sw2"]],
  ["site=berlin", ["sw2"]],
  ["site=none", ["ap1", "router", "sw10", "v6"]],
  ["group=Office", ["ap1"]],
  ["group=none", ["router", "sw2", "sw10", "v6"]],
  ["search=sw&vendor=acme", ["sw2"]],
  ["sort=name", ["ap1", "router", "sw2", "sw10", "v6"]],
  ["sort=-name", ["v6", "sw10", "sw2", "router", "ap1"]],
  ["sort=ip_address", ["router", "sw2", "sw10", "ap1", "v6"]],
  ["sort=-ip_address", ["v6", "ap1", "sw10", "sw2", "router"]],
  ["sort=-hostname", ["v6", "sw10", "sw2", "router", "ap1"]],
  ["sort=id", ["sw10", "sw2", "ap1", "v6", "router"]],
  ["sort=updated_at", ["sw10", "sw2", "ap1", "v6", "router"]],
])("%s", async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test("a site and a group are found by id too", async () => {
  const [site] = await service.database.sql`SELECT id FROM sites WHERE name = 'Berlin'`;
  const [group] = await service.database.sql`SELECT id FROM topology_groups WHERE name = 'Office'`;
  expect(await names(`site=${site?.id}`)).toEqual(["sw2"]);
  expect(await names(`group=${group?.id}`)).toEqual(["ap1"]);
  expect(await names("site=999999")).toEqual([]);
});

test.each([
  ["search", "s".repeat(256), "string_too_long"],
  ["tag", "t".repeat(256), "string_too_long"],
  ["type", "t".repeat(256), "string_too_long"],
  ["site", "t".repeat(256), "string_too_long"],
  ["group", "t".repeat(256), "string_too_long"],
  ["vendor", "t".repeat(256), "string_too_long"],
  ["name", "n".repeat(256), "string_too_long"],
  ["ip_address", "10.0.0.0/24", "value_error"],
  ["mac_address", "00:00:5e", "value_error"],
  ["status", "up", "literal_error"],
  ["sort", "created", "literal_error"],
  ["sort", "id; DROP TABLE devices", "literal_error"],
  ["limit", "0", "greater_than_equal"],
  ["limit", "-1", "greater_than_equal"],
  ["limit", "1000000000", "less_than_equal"],
  ["limit", "ten", "int_parsing"],
  ["cursor", "c".repeat(2049), "string_too_long"],
])("fault 57: %s=%s is refused with 422 %s", async (name, value, type) => {
  const answer = await get(`${name}=${encodeURIComponent(value)}`);
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", name], type }] } });
});

/** The page's host names, and the path of the next page. */
async function page(path: string) {
  const answer = await service.call(`GET ${path}`, { token });
  expect(answer.status).toBe(200);
  const next = /^<(.+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
  const rows = z.array(DeviceRead).parse(answer.body);
  return { rows, next, total: answer.headers.get("X-Total-Count") };
}

async function walk(query: string, onPage?: () => Promise<void>) {
  const seen: DeviceRead[] = [];
  let pages = 0;
  for (let next: string | undefined = `/api/v1/topology/devices?${query}`; next !== undefined;) {
    const answer: Awaited<ReturnType<typeof page>> = await page(next);
    seen.push(...answer.rows);
    pages += 1;
    await onPage?.();
    next = answer.next;
  }
  return { seen, pages };
}

describe("pages", () => {
  test("without limit the list is whole and has no next page", async () => {
    const { next, total, rows } = await page("/api/v1/topology/devices");
    expect({ next, total, rows: rows.length }).toEqual({ next: undefined, total: "5", rows: 5 });
  });

  test.each(["hostname", "name", "ip_address", "updated_at", "id"].flatMap((sort) => [[sort], [`-${sort}`]]))(
    "sort=%s: pages together are the whole list, in its order",
    async (sort) => {
      const whole = await page(`/api/v1/topology/devices?sort=${sort}`);
      const { seen, pages } = await walk(`sort=${sort}&limit=2`);
      expect(seen).toEqual(whole.rows);
      expect(pages).toBe(3);
    },
  );

  test("X-Total-Count counts what the filters let through, and the link keeps them", async () => {
    const first = await page("/api/v1/topology/devices?search=sw&limit=1");
    expect(first).toMatchObject({ total: "2", rows: [{ hostname: "sw2" }] });
    expect(await page(first.next ?? "")).toMatchObject({
      total: "2",
      rows: [{ hostname: "sw10" }],
      next: undefined,
    });
  });

  test("fault 57: a cursor that is forged, damaged, or of another sort is refused", async () => {
    const { next = "" } = await page("/api/v1/topology/devices?limit=2");
    const cursor = new URL(next, "http://x").searchParams.get("cursor") ?? "";
    const order = "devices hostname";
    const forged = [
      "x",
      `${cursor.slice(0, -2)}zz`,
      Buffer.from("{}").toString("base64url"),
      toCursor(order, []),
      toCursor(order, ["sw", "no address", 1]),
      toCursor(order, ["sw", "10.0.0.1", "1"]),
      toCursor(order, ["sw", "10.0.0.1'); DROP TABLE devices; --", 1]),
    ];
    const refused = { status: 422, body: { detail: [{ loc: ["query", "cursor"], type: "value_error" }] } };
    for (const bad of forged)
      expect(await get(`limit=2&cursor=${encodeURIComponent(bad)}`)).toMatchObject(refused);
    expect(await get(`limit=2&sort=id&cursor=${cursor}`)).toMatchObject(refused);
    expect(await get(`limit=2&cursor=${cursor}`)).toMatchObject({ status: 200 });
  });

  test("fault 57: many pages walked while devices come and go neither skip nor repeat one that stays", async () => {
    const own = await createTestService();
    const ownToken = await own.tokenOf(await own.givenAdmin());
    const rows = Array.from({ length: 600 }, (_, index) => ({
      hostname: `h${index % 60}`,
      ipAddress: index % 3 === 0 ? null : `10.1.${index >> 8}.${index & 0xff}`,
    }));
    const ids = await givenDevices(own, ...rows);
    const staying = new Set(ids.filter((_, index) => index % 5 !== 0));
    const going = ids.filter((_, index) => index % 5 === 0);
    const seen: number[] = [];
    for (let next: string | undefined = "/api/v1/topology/devices?limit=4"; next !== undefined;) {
      const answer = await own.call(`GET ${next}`, { token: ownToken });
      seen.push(
        ...z
          .array(DeviceRead)
          .parse(answer.body)
          .map(({ id }) => id),
      );
      next = /^<(.+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
      const gone = going.pop();
      if (gone !== undefined) await own.database.sql`DELETE FROM devices WHERE id = ${gone}`;
      if (seen.length % 3 === 0) await givenDevices(own, { hostname: `h${seen.length % 60}` });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => staying.has(id))).toHaveLength(staying.size);
    await own.close();
  });
});
