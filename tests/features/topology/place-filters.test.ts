import { afterAll, beforeAll, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../../support/app";

/** What the lists of sites and groups let through. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const SITES = "/api/v1/topology/sites";
const GROUPS = "/api/v1/topology/groups";

async function create(path: string, body: object): Promise<number> {
  const answer = await service.call(`POST ${path}`, { token, body });
  expect(answer.status).toBe(201);
  return z.object({ id: z.int() }).parse(answer.body).id;
}

beforeAll(async () => {
  const berlin = await create(SITES, { name: "Berlin", address: "1 Main Street" });
  await create(SITES, { name: "berlin annex", description: "50%_off" });
  await create(SITES, { name: "paris", display_name: "Grand Paris" });
  await create(GROUPS, { name: "Office", vlan_id: "10", site_id: berlin });
  await create(GROUPS, { name: "office guests", vlan_id: "100", ip_range: "10.7.0.0/24" });
  await create(GROUPS, { name: "lab", description: "Test benches" });
});

test.each([
  [`${SITES}?name=BERLIN`, ["Berlin"]],
  [`${SITES}?search=berlin`, ["Berlin", "berlin annex"]],
  [`${SITES}?search=main+street`, ["Berlin"]],
  [`${SITES}?search=%25_`, ["berlin annex"]],
  [`${SITES}?search=grand`, ["paris"]],
  [`${SITES}?search=nothing`, []],
  [`${SITES}?search=%20`, ["Berlin", "berlin annex", "paris"]],
  [`${GROUPS}?name=office`, ["Office"]],
  [`${GROUPS}?search=office`, ["Office", "office guests"]],
  [`${GROUPS}?search=bench`, ["lab"]],
  [`${GROUPS}?search=10`, ["Office", "office guests"]],
  [`${GROUPS}?search=10.7.`, ["office guests"]],
  [`${GROUPS}?vlan_id=10`, ["Office"]],
  [`${GROUPS}?site=berlin`, ["Office"]],
  [`${GROUPS}?site=none`, ["lab", "office guests"]],
  [`${GROUPS}?search=office&site=none`, ["office guests"]],
])("%s", async (path, expected) => {
  const answer = await service.call(`GET ${path}`, { token });
  const rows = z.array(z.object({ name: z.string() })).parse(answer.body);
  expect(rows.map(({ name }) => name)).toEqual(expected);
  expect(answer.headers.get("X-Total-Count")).toBe(String(expected.length));
});

test.each([
  [SITES, "berlin annex"],
  [GROUPS, "office guests"],
])("%s: pages have the filter, and count what it lets through", async (path, second) => {
  const first = await service.call(`GET ${path}?search=${second.split(" ")[0]}&limit=1`, { token });
  const next = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const rest = await service.call(`GET ${next}`, { token });
  expect(rest.body).toMatchObject([{ name: second }]);
  expect(rest.headers.get("X-Total-Count")).toBe("2");
});
