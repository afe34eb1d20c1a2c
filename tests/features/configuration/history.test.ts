import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { auditLog } from "#tables/audit";
import { isKept, keepApply } from "../../../src/features/configuration/applies";
import { createTestService, uniqueName } from "../../support/app";
import { waitFor } from "../../support/wait-for";
import { configurator } from "./given";

const service = await createTestService();
afterAll(service.close);
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
const { apply, exported, make, plan, send } = configurator(service, token);

const Apply = z.looseObject({ id: z.string(), audit_id: z.int().nullable() });
const get = async (path: string) => (await service.call(`GET /api/v1/${path}`, { token })).body;

const INVENTORY = "?only=sites,groups,devices,links,subnets,reservations";

test("drift is what has changed since the bundle that was applied last", async () => {
  const [site, device] = [uniqueName("site"), uniqueName("device")];
  const bundle = `version: 1\nsites:\n  - name: ${site}\n    color: "#111111"\ndevices:\n  - display_name: ${device}\n    site: ${site}\n`;
  const { body } = await apply(bundle, "?note=first");
  expect(await get("configuration/drift")).toMatchObject({
    apply: { id: Apply.parse(body).id, username: admin.username, note: "first" },
    plan: { has_changes: false },
  });
  const known = z.array(z.looseObject({ id: z.int(), name: z.string() })).parse(await get("topology/sites"));
  const id = known.find(({ name }) => name === site)?.id;
  await service.call(`PATCH /api/v1/topology/sites/${id}`, { token, body: { color: "#222222" } });
  expect(await get("configuration/drift")).toMatchObject({
    plan: { changes: [{ sentence: `Change site ${site}: color from #222222 to #111111` }] },
  });
});

test("an apply is taken back as one", async () => {
  const old = uniqueName("site");
  await make("topology/sites", { name: old, color: "#333333" });
  await make("topology/devices", { display_name: uniqueName("gone"), tags: ["x"], notes: "kept\nwhole" });
  const before = await exported(INVENTORY);
  const [site, first, second] = [uniqueName("site"), uniqueName("device"), uniqueName("device")];
  const bundle = `
version: 1
sites:
  - {name: ${site}, parent: ${old}}
  - {name: ${old}, color: "#444444"}
devices:
  - {display_name: ${first}, site: ${site}}
  - {display_name: ${second}}
links:
  - {source: ${first}, target: ${second}}
subnets:
  - {cidr: 10.20.0.0/24, name: new}
reservations:
  - {ip_address: 10.20.0.7, label: new}
`;
  const { body } = await apply(bundle, "?prune=devices");
  const { id } = Apply.parse(body);
  expect(await exported(INVENTORY)).not.toBe(before);
  const path = `POST /api/v1/configuration/applies/${id}/undo`;
  const tried = await service.call(`${path}?dry_run=true`, { token });
  expect(tried.body).toMatchObject({ is_possible: true, undo_audit_id: null, conflicts: [] });
  const undone = await service.call(path, { token });
  expect(undone.status).toBe(200);
  expect(await exported(INVENTORY)).toBe(before);
  expect(await get(`configuration/applies/${id}`)).toMatchObject({ undone_by: expect.any(Number) });
  expect((await service.call(path, { token })).status).toBe(409);
});

test("the history has every apply with what it did, and its bundle", async () => {
  const site = uniqueName("site");
  const bundle = `version: 1 # by hand\nsites:\n  - name: ${site}\n`;
  const { body } = await apply(bundle, "?only=sites&note=by%20hand");
  const { id } = Apply.parse(body);
  expect(await get("configuration/applies?limit=1")).toMatchObject([
    {
      id,
      note: "by hand",
      only: ["sites"],
      prune: [],
      sentences: [`Add site ${site}`],
      counts: [{ kind: "sites", created: 1, updated: 0, removed: 0, unchanged: 0 }],
      undone_by: null,
    },
  ]);
  expect((await service.call(`GET /api/v1/configuration/applies/${id}/bundle`, { token })).text).toBe(bundle);
});

test("the same bundle again is an apply that changed nothing, which nothing takes back", async () => {
  const bundle = `version: 1\nsites:\n  - name: ${uniqueName("site")}\n`;
  await apply(bundle);
  const { id, audit_id: auditId } = Apply.parse((await apply(bundle)).body);
  expect(auditId).toBeNull();
  const undone = await service.call(`POST /api/v1/configuration/applies/${id}/undo`, { token });
  expect([undone.status, undone.text]).toEqual([409, expect.stringContaining("Nothing was written by it")]);
});

test("an apply is an operation, whose id its sender may choose, once", async () => {
  const id = crypto.randomUUID();
  const bundle = `version: 1\nsites:\n  - name: ${uniqueName("site")}\n`;
  await apply(bundle, `?apply_id=${id}`);
  expect(await get(`operations/${id}`)).toMatchObject({ kind: "configuration_apply", state: "done" });
  const again = await send("apply", bundle, `?apply_id=${id}`);
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("apply_id was used before")]);
});

test("the schema of bundles names every kind and its fields", async () => {
  const schema = z
    .looseObject({ $schema: z.string(), properties: z.record(z.string(), z.unknown()) })
    .parse(await get("configuration/schema"));
  const kinds = z.array(z.looseObject({ name: z.string() })).parse(await get("configuration/kinds"));
  expect(Object.keys(schema.properties)).toEqual([
    "version",
    "absent_fields",
    "left_out",
    ...kinds.map(({ name }) => name),
  ]);
  expect(JSON.stringify(schema)).toContain('"mac_address"');
  expect(JSON.stringify(schema)).not.toContain("#/components");
});

test("a plan leaves no trace in the log", async () => {
  const count = () => service.database.db.$count(auditLog);
  const before = await count();
  expect(await plan(`version: 1\nsites:\n  - name: ${uniqueName("site")}\n`)).toMatchObject({
    is_tried: true,
  });
  expect(await count()).toBe(before);
});

test("a user's applies drive no other user's out of the history", async () => {
  const own = Apply.parse((await apply(`version: 1\nsites:\n  - name: ${uniqueName("site")}\n`)).body).id;
  const { id: userId, username } = await service.givenAdmin();
  const format = "yaml" as const;
  const entry = { userId, username, format, bundle: "version: 1\n", prune: [], counts: [], sentences: [] };
  const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
  for (const id of ids) await keepApply(service.database.db, { ...entry, id });
  const kept = await Promise.all([own, ...ids].map((id) => isKept(service.database.db, id)));
  expect(kept).toEqual([true, ...ids.map((_, place) => place >= 10)]);
});

test("an apply that nobody waits for is an operation, whose result is the apply", async () => {
  const site = uniqueName("site");
  const sent = await service.call("POST /api/v1/configuration/apply", {
    token,
    text: `version: 1\nsites:\n  - name: ${site}\n`,
    headers: { "Content-Type": "application/yaml", Prefer: "respond-async" },
  });
  const { id } = z.looseObject({ id: z.string() }).parse(sent.body);
  expect([sent.status, sent.headers.get("Location")]).toEqual([202, `/api/v1/operations/${id}`]);
  const Ended = z.looseObject({ state: z.string(), result_link: z.string().nullable() });
  const ended = await waitFor("the apply to end", async () => {
    const operation = Ended.parse(await get(`operations/${id}`));
    return operation.state === "running" ? undefined : operation;
  });
  expect(ended).toMatchObject({ state: "done", result_link: `/api/v1/configuration/applies/${id}` });
  expect(await get(`configuration/applies/${id}`)).toMatchObject({ sentences: [`Add site ${site}`] });
});
