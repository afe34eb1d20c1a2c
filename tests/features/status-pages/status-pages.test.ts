import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { StatusPageRead } from "../../../src/features/status-pages/models";
import { uniqueName } from "../../support/app";
import { createStatusPageService, PAGES } from "./given";

const service = await createStatusPageService();
const { send, visit, givenPage, givenDevice, givenCheck, givenMonitor } = service;
afterAll(service.close);

const get = async (id: number) => StatusPageRead.parse((await send(`GET ${PAGES}/${id}`)).body);

async function givenThings() {
  const device = await givenDevice({ displayName: uniqueName("core"), ipAddress: "10.0.0.1" });
  const check = await givenCheck({ device_id: device, label: "web" });
  const monitor = await givenMonitor();
  return { device, check: check.id, monitor: monitor.id };
}

test("a page is kept with its groups and components in order, and says what they are inside", async () => {
  const { device, check, monitor } = await givenThings();
  const page = await givenPage({
    title: " Example Co. ",
    description: " All our services ",
    groups: [
      { name: "Offices", components: [{ kind: "device", id: device, name: "Berlin" }] },
      {
        name: "Customers",
        components: [
          { kind: "monitor", id: monitor, name: "Shop" },
          { kind: "service_check", id: check, name: "Mail" },
        ],
      },
    ],
  });
  expect(page).toMatchObject({ title: "Example Co.", description: "All our services", published: true });
  expect(page.groups).toEqual([
    {
      name: "Offices",
      components: [{ kind: "device", id: device, name: "Berlin", key: expect.any(String) }],
    },
    {
      name: "Customers",
      components: [
        { kind: "monitor", id: monitor, name: "Shop", key: expect.any(String) },
        { kind: "service_check", id: check, name: "Mail", key: expect.any(String) },
      ],
    },
  ]);
  expect(page.things).toHaveLength(3);
  expect(await get(page.id)).toEqual(page);
  expect(await service.auditOf(`status_page:${page.id}`)).toMatchObject([
    { action: "status_page.created", before: null, after: { groups: page.groups } },
  ]);
});

test("it is not published unless somebody says so", async () => {
  const { slug, published, id } = await givenPage({ published: undefined });
  expect(published).toBe(false);
  expect((await visit(`/status/${slug}`)).status).toBe(404);
  await send(`PATCH ${PAGES}/${id}`, { published: true });
  expect((await visit(`/status/${slug}`)).status).toBe(200);
  await send(`PATCH ${PAGES}/${id}`, { published: false });
  for (const path of [`/status/${slug}`, `/status/${slug}/badge.svg`, `/api/v1/status-pages/${slug}/summary`])
    expect((await visit(path)).status).toBe(404);
  expect(await service.auditOf(`status_page:${id}`, "status_page.updated")).toMatchObject([
    { before: { published: true }, after: { published: false } },
    { before: { published: false }, after: { published: true } },
  ]);
});

test("groups are replaced as a whole, and what stays keeps its key", async () => {
  const { device, monitor } = await givenThings();
  const page = await givenPage({
    groups: [{ name: "One", components: [{ kind: "device", id: device, name: "Berlin" }] }],
  });
  const [key] = page.groups.flatMap((group) => group.components.map((component) => component.key));
  const answer = await send(`PATCH ${PAGES}/${page.id}`, {
    groups: [
      { name: "Two", components: [{ kind: "monitor", id: monitor, name: "Shop" }] },
      { name: "Three", components: [{ kind: "device", id: device, name: "Office" }] },
    ],
  });
  const changed = StatusPageRead.parse(answer.body);
  expect(changed.groups.map(({ name }) => name)).toEqual(["Two", "Three"]);
  expect(changed.groups[1]?.components[0]).toMatchObject({ name: "Office", key });
  expect(changed.title).toBe(page.title);
});

test("what is deleted leaves the page", async () => {
  const { monitor } = await givenThings();
  const page = await givenPage({
    groups: [{ name: "One", components: [{ kind: "monitor", id: monitor, name: "Shop" }] }],
  });
  await send(`DELETE /api/v1/monitors/${monitor}`);
  expect((await get(page.id)).groups).toEqual([{ name: "One", components: [] }]);
});

describe("is refused", () => {
  test("a second page at the same address", async () => {
    const { slug } = await givenPage();
    const other = await givenPage();
    expect((await send(`POST ${PAGES}`, { slug, title: "x" })).status).toBe(409);
    expect((await send(`PATCH ${PAGES}/${other.id}`, { slug })).status).toBe(409);
    expect((await get(other.id)).slug).toBe(other.slug);
  });

  test.each(["Upper", "a b", "-a", "a-", "a--b", "ü", "a/b", "", "a".repeat(61), "..", "%2e"])(
    "the address %p",
    async (slug) => {
      expect((await send(`POST ${PAGES}`, { slug, title: "x" })).status).toBe(422);
    },
  );

  test("a thing that is not there, and one that is there twice", async () => {
    const { device } = await givenThings();
    const { id } = await givenPage();
    const component = { kind: "device", id: device, name: "x" };
    for (const kind of ["device", "service_check", "monitor"]) {
      const groups = [{ name: "x", components: [{ kind, id: 999_999, name: "x" }] }];
      expect((await send(`PATCH ${PAGES}/${id}`, { groups })).status).toBe(404);
    }
    const twice = [
      { name: "x", components: [component] },
      { name: "y", components: [component] },
    ];
    expect((await send(`PATCH ${PAGES}/${id}`, { groups: twice })).status).toBe(422);
  });

  test("a component without a name for the public", async () => {
    const { device } = await givenThings();
    for (const name of [undefined, " ", "x".repeat(81)]) {
      const groups = [{ name: "x", components: [{ kind: "device", id: device, name }] }];
      expect((await send(`POST ${PAGES}`, { slug: uniqueName("x"), title: "x", groups })).status).toBe(422);
    }
  });

  test("a service check of every device: nobody has chosen those for the public", async () => {
    const { id: check } = await givenCheck({ device_id: null });
    const groups = [{ name: "x", components: [{ kind: "service_check", id: check, name: "x" }] }];
    const answer = await send(`POST ${PAGES}`, { slug: "all-checks", title: "x", groups });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("of every device cannot be shown");
  });

  test("a write over what somebody else has changed", async () => {
    const { id } = await givenPage();
    const tag = (await send(`GET ${PAGES}/${id}`)).headers.get("ETag") ?? "";
    await send(`PATCH ${PAGES}/${id}`, { title: "other" });
    const headers = { "If-Match": tag };
    expect((await send(`PATCH ${PAGES}/${id}`, { title: "mine" }, headers)).status).toBe(412);
    expect((await send(`DELETE ${PAGES}/${id}`, undefined, headers)).status).toBe(412);
    expect((await get(id)).title).toBe("other");
  });

  test.each(["NetworkAdmin", "Viewer"])("everything, to a %s", async (role) => {
    const { id } = await givenPage();
    const token = await service.tokenOf(await service.givenUser({ role }));
    for (const what of [
      `GET ${PAGES}`,
      `GET ${PAGES}/${id}`,
      `GET ${PAGES}/${id}/preview`,
      `DELETE ${PAGES}/${id}`,
    ])
      expect((await service.call(what, { token })).status).toBe(403);
  });
});

test("a dry run publishes nothing and removes nothing", async () => {
  const { id, slug, title } = await givenPage({ published: false });
  const tried = await send(`PATCH ${PAGES}/${id}?dry_run=true`, { published: true });
  expect(tried.body).toMatchObject({ would_answer: { published: true } });
  expect((await visit(`/status/${slug}`)).status).toBe(404);
  const preview = await send(`DELETE ${PAGES}/${id}?dry_run=true`);
  expect(JSON.stringify(preview.body)).toContain(title);
  expect((await send(`DELETE ${PAGES}/${id}`)).status).toBe(204);
  expect((await send(`GET ${PAGES}/${id}`)).status).toBe(404);
  expect(await service.auditOf(`status_page:${id}`, "status_page.deleted")).toMatchObject([
    { before: { title, slug }, after: null },
  ]);
});

test("a preview shows a page that is not published, and says so, to no cache", async () => {
  const { id } = await givenPage({ published: false, title: "Soon here" });
  const preview = await send(`GET ${PAGES}/${id}/preview`);
  expect(preview.text).toContain("<h1>Soon here</h1>");
  expect(preview.text).toContain("this page is not published");
  expect(preview.headers.get("Cache-Control")).toBe("no-store");
});

test("pages are listed by title", async () => {
  await givenPage({ title: "zz 10" });
  await givenPage({ title: "zz 9" });
  const titles = z
    .array(StatusPageRead)
    .parse((await send(`GET ${PAGES}`)).body)
    .map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith("zz"))).toEqual(["zz 9", "zz 10"]);
});
