import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { TopologyLayoutRead, TopologyLayoutShareRead } from "../../../src/features/topology/layouts/models";
import { createAuditReader } from "../../support/audit";
import { createTestService, uniqueName } from "../../support/app";

const service = await createTestService();
/** A second process on the same database. */
const replica = await createTestService({ database: service.database });
const auditOf = await createAuditReader(service);
afterAll(async () => {
  await replica.close();
  await service.close();
});

const PATH = "/api/v1/topology/layouts";

/** A user with what they can do to layouts. */
async function givenPerson() {
  const user = await service.givenUser();
  const token = await service.tokenOf(user);
  const call = (what: string, body?: unknown) =>
    service.call(what, { token, ...(body === undefined ? {} : { body }) });
  return {
    id: user.id,
    token,
    call,
    save: (body: unknown) => call(`POST ${PATH}`, body),
    list: async () => z.array(TopologyLayoutRead).parse((await call(`GET ${PATH}`)).body),
    given: async (fields: object = {}) =>
      TopologyLayoutRead.parse((await call(`POST ${PATH}`, { name: uniqueName("layout"), ...fields })).body),
    share: async (id: number) =>
      TopologyLayoutShareRead.parse((await call(`POST ${PATH}/${id}/share`)).body).share_code,
    copy: (body: unknown) => call(`POST ${PATH}/import`, body),
  };
}

const alice = await givenPerson();
const bob = await givenPerson();

const POSITIONS = { "device-1": { x: 1.5, y: -2 }, "group-office": { x: 0, y: 1e6 } };
const PREFS = { showNodeLabels: true, groupDisplayPrefs: { office: { layoutShape: "grid" } } };

describe("POST /topology/layouts", () => {
  test("saves a layout; a second one of the name takes its place, still with 201", async () => {
    const name = uniqueName("layout");
    const first = await alice.save({ name: ` ${name} `, positions: POSITIONS, display_prefs: PREFS });
    expect(first).toMatchObject({
      status: 201,
      body: { owner_user_id: alice.id, name, positions: POSITIONS, display_prefs: PREFS, share_code: null },
    });
    const { id } = TopologyLayoutRead.parse(first.body);
    const second = await alice.save({ name, positions: { "device-2": { x: 3, y: 4 } } });
    expect(second).toMatchObject({
      status: 201,
      body: { id, positions: { "device-2": { x: 3, y: 4 } }, display_prefs: PREFS },
    });
    expect(TopologyLayoutRead.parse(second.body).positions).not.toHaveProperty("device-1");
  });

  test("a layout that one user saves never moves another's of the same name", async () => {
    const name = uniqueName("layout");
    const own = await alice.given({ name, positions: POSITIONS });
    const other = await bob.given({ name, positions: {} });
    expect(other.id).not.toBe(own.id);
    expect((await alice.list()).find(({ id }) => id === own.id)?.positions).toEqual(POSITIONS);
  });

  test("fifty saves of one name at once over two processes leave one layout", async () => {
    const name = uniqueName("layout");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? service : replica).call(`POST ${PATH}`, {
          token: alice.token,
          body: { name, positions: { "device-1": { x: index, y: index } } },
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const [layout, ...others] = (await alice.list()).filter((known) => known.name === name);
    expect(others).toEqual([]);
    expect(layout?.positions["device-1"]?.x).toBe(layout?.positions["device-1"]?.y ?? -1);
  });

  test.each([
    ["name", {}, ["name"], "Field required"],
    ["name", { name: "  " }, ["name"], "Value error, Layout name is required"],
    ["name", { name: "x".repeat(81) }, ["name"], "String should have at most 80 characters"],
    ["positions", { name: "n", positions: [] }, ["positions"], "Input should be a valid dictionary"],
    [
      "a node",
      { name: "n", positions: { "switch-1": { x: 0, y: 0 } } },
      ["positions", "switch-1"],
      "Value error, Layout positions must only reference topology nodes",
    ],
    [
      "a coordinate",
      { name: "n", positions: { "device-1": { x: "east", y: 0 } } },
      ["positions", "device-1", "x"],
      "Value error, Layout coordinates must be finite numbers",
    ],
    [
      "a coordinate",
      { name: "n", positions: { "device-1": { x: 0 } } },
      ["positions", "device-1", "y"],
      "Value error, Layout coordinates must be finite numbers",
    ],
    [
      "display_prefs",
      { name: "n", display_prefs: "none" },
      ["display_prefs"],
      "Input should be a valid dictionary",
    ],
  ])("refuses a wrong %s: %j", async (_, body, loc, msg) => {
    expect(await alice.save(body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", ...loc], msg }] },
    });
  });

  test("refuses an endless coordinate", async () => {
    const text = '{"name":"n","positions":{"device-1":{"x":1e999,"y":0}}}';
    const headers = { "Content-Type": "application/json" };
    const answer = await service.call(`POST ${PATH}`, { token: alice.token, text, headers });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ msg: "Value error, Layout coordinates must be finite numbers" }] },
    });
  });

  test("takes the 5,000 nodes of a large map, and refuses more than 20,000", async () => {
    const positions = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`device-${index}`, { x: index / 7, y: index / 3 }]),
      );
    const name = uniqueName("layout");
    expect((await alice.save({ name, positions: positions(5000) })).status).toBe(201);
    expect(await alice.save({ name, positions: positions(20_001) })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "positions"] }] },
    });
    const display_prefs = { text: "x".repeat(70_000) };
    expect(await alice.save({ name, display_prefs })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "display_prefs"] }] },
    });
  });

  test("ends at 200 layouts of one user; saving one of them again goes on", async () => {
    const person = await givenPerson();
    await service.database.sql`
      INSERT INTO topology_layouts (owner_user_id, name, positions)
      SELECT ${person.id}, 'layout ' || number, '{}' FROM generate_series(1, 200) number`;
    expect((await person.save({ name: "one more" })).status).toBe(409);
    expect((await person.save({ name: "layout 7" })).status).toBe(201);
  });
});

describe("GET /topology/layouts", () => {
  test("gives own layouts and everyone's working layout, newest change first", async () => {
    const person = await givenPerson();
    const older = await person.given();
    const newer = await person.given();
    const foreign = await bob.given();
    await bob.save({ name: "__autosave__", positions: POSITIONS });
    await person.save({ name: older.name });
    const list = await person.list();
    const own = list.filter((layout) => layout.owner_user_id === person.id);
    expect(own.map(({ id }) => id)).toEqual([older.id, newer.id]);
    const others = list.filter((layout) => layout.owner_user_id !== person.id);
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ name }) => name === "__autosave__")).toBe(true);
    expect(list.some(({ id }) => id === foreign.id)).toBe(false);
  });

  test("gives one layout that the list shows, and 404 for any other", async () => {
    const own = await alice.given();
    expect(await alice.call(`GET ${PATH}/${own.id}`)).toMatchObject({ status: 200, body: { id: own.id } });
    expect(await bob.call(`GET ${PATH}/${own.id}`)).toMatchObject({
      status: 404,
      body: { detail: "Layout not found" },
    });
  });

  test("leaves out a stored place that is none", async () => {
    const person = await givenPerson();
    await service.database.sql`
      INSERT INTO topology_layouts (owner_user_id, name, positions)
      VALUES (${person.id}, 'restored', '{"device-1": {"x": 1, "y": 2}, "device-2": {"x": null}}')`;
    const [layout] = (await person.list()).filter(({ name }) => name === "restored");
    expect(layout?.positions).toEqual({ "device-1": { x: 1, y: 2 } });
  });
});

describe("DELETE /topology/layouts/{layout_id}", () => {
  test("removes an own layout; another's is not found; a dry run only says which", async () => {
    const own = await alice.given();
    expect(await bob.call(`DELETE ${PATH}/${own.id}`)).toMatchObject({
      status: 404,
      body: { detail: "Layout not found" },
    });
    expect(await alice.call(`DELETE ${PATH}/${own.id}?dry_run=1`)).toMatchObject({
      status: 200,
      body: { would_delete: { layouts: { count: 1, names: [own.name] } } },
    });
    expect((await alice.call(`DELETE ${PATH}/${own.id}`)).status).toBe(204);
    expect((await alice.call(`GET ${PATH}/${own.id}`)).status).toBe(404);
  });
});

describe("sharing", () => {
  test("a code has twelve characters that nobody mistakes, stays the same, and is only the owner's to see", async () => {
    const own = await alice.given();
    const code = await alice.share(own.id);
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{12}$/);
    expect(await alice.share(own.id)).toBe(code);
    expect((await alice.list()).find(({ id }) => id === own.id)?.share_code).toBe(code);
    const shown = await bob.call(`GET ${PATH}/shared/${code.toLowerCase()}`);
    expect(shown).toMatchObject({ status: 200, body: { id: own.id, share_code: null } });
  });

  test("twenty requests at once over two processes give one code", async () => {
    const own = await alice.given();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? service : replica).call(`POST ${PATH}/${own.id}/share`, { token: alice.token }),
      ),
    );
    const codes = answers.map(({ body }) => TopologyLayoutShareRead.parse(body).share_code);
    expect(new Set(codes).size).toBe(1);
  });

  test("ends with DELETE, and a new code is another one", async () => {
    const own = await alice.given();
    const code = await alice.share(own.id);
    expect((await alice.call(`DELETE ${PATH}/${own.id}/share`)).status).toBe(204);
    expect((await alice.call(`DELETE ${PATH}/${own.id}/share`)).status).toBe(204);
    expect(await bob.call(`GET ${PATH}/shared/${code}`)).toMatchObject({
      status: 404,
      body: { detail: "No shared layout matches this code" },
    });
    expect(await alice.share(own.id)).not.toBe(code);
  });

  test("is refused for the working layout and for a layout of somebody else", async () => {
    const { id } = await alice.given({ name: "__autosave__" });
    expect(await alice.call(`POST ${PATH}/${id}/share`)).toMatchObject({
      status: 400,
      body: { detail: "The autosave layout cannot be shared" },
    });
    const own = await alice.given();
    for (const method of ["POST", "DELETE"])
      expect((await bob.call(`${method} ${PATH}/${own.id}/share`)).status).toBe(404);
  });
});

describe("POST /topology/layouts/import", () => {
  test("copies a shared layout; where the name is taken the copy gets ` (2)`, ` (3)`", async () => {
    const own = await alice.given({ positions: POSITIONS, display_prefs: PREFS });
    const code = await alice.share(own.id);
    const person = await givenPerson();
    const names = [];
    for (const typed of [code, ` ${code.toLowerCase()} `, code]) {
      const answer = await person.copy({ code: typed });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          owner_user_id: person.id,
          positions: POSITIONS,
          display_prefs: PREFS,
          share_code: null,
        },
      });
      names.push(TopologyLayoutRead.parse(answer.body).name);
    }
    expect(names).toEqual([own.name, `${own.name} (2)`, `${own.name} (3)`]);
  });

  test("takes a name of the caller's choice, cut where the suffix would make it too long", async () => {
    const code = await alice.share((await alice.given()).id);
    const name = "n".repeat(80);
    expect((await bob.copy({ code, name })).body).toMatchObject({ name });
    expect((await bob.copy({ code, name })).body).toMatchObject({ name: `${"n".repeat(76)} (2)` });
  });

  test("twenty imports at once over two processes get twenty names", async () => {
    const code = await alice.share((await alice.given()).id);
    const person = await givenPerson();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? service : replica).call(`POST ${PATH}/import`, {
          token: person.token,
          body: { code },
        }),
      ),
    );
    const names = answers.map(({ body }) => TopologyLayoutRead.parse(body).name);
    expect(new Set(names).size).toBe(20);
  });

  test("gives up after a hundred copies of a name", async () => {
    const { id, name } = await alice.given();
    const code = await alice.share(id);
    const person = await givenPerson();
    await service.database.sql`
      INSERT INTO topology_layouts (owner_user_id, name, positions)
      SELECT ${person.id}, ${name}::text || CASE number WHEN 1 THEN '' ELSE ' (' || number || ')' END, '{}'
      FROM generate_series(1, 100) number`;
    expect(await person.copy({ code })).toMatchObject({
      status: 409,
      body: { detail: "Too many layouts with this name" },
    });
  });

  test("refuses a code that opens nothing", async () => {
    expect(await bob.copy({ code: "AAAAAAAAAAAA" })).toMatchObject({
      status: 404,
      body: { detail: "No shared layout matches this code" },
    });
  });

  test.each([
    ["code", {}, "Field required"],
    ["code", { code: " " }, "Value error, Share code is required"],
    ["code", { code: "x".repeat(25) }, "String should have at most 24 characters"],
    ["name", { code: "A", name: "x".repeat(81) }, "String should have at most 80 characters"],
  ])("refuses a wrong %s: %j", async (field, body, msg) => {
    expect(await bob.copy(body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field], msg }] },
    });
  });
});

test("saves, sharing and removal leave audit rows without the code; the working layout leaves none", async () => {
  const own = await alice.given({ positions: POSITIONS });
  const code = await alice.share(own.id);
  await alice.call(`DELETE ${PATH}/${own.id}/share`);
  await alice.call(`DELETE ${PATH}/${own.id}`);
  const rows = await auditOf(`layout:${own.name}`);
  expect(rows.map(({ action }) => action)).toEqual([
    "topology.layout_deleted",
    "topology.layout_unshared",
    "topology.layout_shared",
    "topology.layout_saved",
  ]);
  expect(rows.at(-1)).toMatchObject({ detail: "nodes=2 created=true", after: { positions: 2 } });
  expect(JSON.stringify(rows)).not.toContain(code);
  await alice.save({ name: "__autosave__" });
  expect(await auditOf("layout:__autosave__")).toEqual([]);
});
