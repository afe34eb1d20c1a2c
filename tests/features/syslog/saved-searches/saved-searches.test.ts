import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../../src/features/audit/models";
import { SavedSecuritySearch } from "../../../../src/features/syslog/saved-searches/models";
import { savedSearches } from "#tables/syslog";
import { createTestService, uniqueName, type CallOptions } from "../../../support/app";

const service = await createTestService();
const PATH = "/api/v1/syslog/searches";
afterAll(service.close);

async function givenAnalyst(): Promise<{ id: number; token: string }> {
  const user = await service.givenUser({ role: "SecurityAnalyst" });
  return { id: user.id, token: await service.tokenOf(user) };
}

const create = (who: CallOptions, body: unknown) => service.call(`POST ${PATH}`, { ...who, body });
const list = async (who: CallOptions) =>
  z.array(SavedSecuritySearch).parse((await service.call(`GET ${PATH}`, who)).body);

async function givenSearch(who: CallOptions): Promise<SavedSecuritySearch> {
  return SavedSecuritySearch.parse((await create(who, { name: uniqueName("search") })).body);
}

test("a saved search keeps its filters as they were sent, whatever they are", async () => {
  const { token } = await givenAnalyst();
  const filters = { zeta: 1, q: "sshd -10.0.0.1", alpha: { nested: [null, true, "ü"] } };
  const { status, body } = await create({ token }, { name: "  Outside  ", filters });
  expect(status).toBe(201);
  const saved = SavedSecuritySearch.parse(body);
  expect(saved).toEqual({ id: saved.id, name: "Outside", filters, created_at: saved.created_at });
  const listed = await list({ token });
  expect(listed).toEqual([saved]);
  expect(Object.keys(listed[0]?.filters ?? {})).toEqual(["zeta", "q", "alpha"]);
});

test("filters are an empty object where none were sent", async () => {
  const { token } = await givenAnalyst();
  expect(await create({ token }, { name: "all" })).toMatchObject({ status: 201, body: { filters: {} } });
});

test("a second search of one name is refused, and two that arrive together give one", async () => {
  const { token } = await givenAnalyst();
  const answers = await Promise.all([1, 2, 3].map(() => create({ token }, { name: "twice" })));
  const refusals = answers.filter(({ status }) => status === 409);
  expect([answers.filter(({ status }) => status === 201).length, refusals.length]).toEqual([1, 2]);
  expect(refusals[0]?.body).toEqual({ detail: "A saved search with this name already exists" });
});

test("another user may have the same name, and neither sees the other's", async () => {
  const [one, other] = await Promise.all([givenAnalyst(), givenAnalyst()]);
  await create(one, { name: "shared name" });
  await create(other, { name: "shared name" });
  const [ones, others] = await Promise.all([list(one), list(other)]);
  expect([ones.length, others.length]).toEqual([1, 1]);
  expect(ones[0]?.id).not.toBe(others[0]?.id);
});

test("searches are listed by name", async () => {
  const { token } = await givenAnalyst();
  for (const name of ["b", "a", "c"]) await create({ token }, { name });
  expect((await list({ token })).map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("a deleted search has gone, and a second deletion is a 404", async () => {
  const { token } = await givenAnalyst();
  const { id } = await givenSearch({ token });
  expect((await service.call(`DELETE ${PATH}/${id}`, { token })).status).toBe(204);
  expect(await list({ token })).toEqual([]);
  expect(await service.call(`DELETE ${PATH}/${id}`, { token })).toMatchObject({
    status: 404,
    body: { detail: "Saved search not found" },
  });
});

test("nobody deletes another user's search, not even an administrator", async () => {
  const { token } = await givenAnalyst();
  const { id } = await givenSearch({ token });
  for (const user of [await service.givenAdmin(), await service.givenUser({ role: "SecurityAnalyst" })]) {
    const other = await service.tokenOf(user);
    expect(await service.call(`DELETE ${PATH}/${id}`, { token: other })).toMatchObject({
      status: 404,
      body: { detail: "Saved search not found" },
    });
  }
  expect(await list({ token })).toHaveLength(1);
});

test("a user has at most 500 searches", async () => {
  const { id, token } = await givenAnalyst();
  const rows = Array.from({ length: 500 }, (_, index) => ({ userId: id, name: `n${index}`, filters: {} }));
  await service.database.db.insert(savedSearches).values(rows);
  expect(await create({ token }, { name: "one more" })).toMatchObject({
    status: 409,
    body: { detail: "You already have 500 saved searches; delete one first" },
  });
});

test("saving and deleting are audited with what was saved", async () => {
  const { token } = await givenAnalyst();
  const { id, name } = await givenSearch({ token });
  await service.call(`DELETE ${PATH}/${id}`, { token });
  const admin = await service.tokenOf(await service.givenAdmin());
  const { body } = await service.call(`GET /api/v1/audit/logs?target=saved_search:${id}`, { token: admin });
  expect(AuditLogList.parse(body).records).toMatchObject([
    { action: "syslog.search_deleted", before: { name, filters: {} }, after: null },
    { action: "syslog.search_saved", before: null, after: { name, filters: {} } },
  ]);
});

describe("bad input", () => {
  const REFUSED: [what: string, body: unknown, loc: string[], type: string][] = [
    ["no name", {}, ["body", "name"], "missing"],
    ["a null name", { name: null }, ["body", "name"], "string_type"],
    ["a blank name", { name: " " }, ["body", "name"], "string_too_short"],
    ["a name of 81 characters", { name: "x".repeat(81) }, ["body", "name"], "string_too_long"],
    ["a list of filters", { name: "a", filters: [] }, ["body", "filters"], "dict_type"],
    ["filters as text", { name: "a", filters: "q" }, ["body", "filters"], "dict_type"],
    [
      "filters of 16 KiB",
      { name: "a", filters: { q: "x".repeat(16_384) } },
      ["body", "filters"],
      "value_error",
    ],
  ];
  test.each(REFUSED)("%s: refused", async (_, body, loc, type) => {
    const { token } = await givenAnalyst();
    expect(await create({ token }, body)).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } });
  });

  test("an id that is no number is refused", async () => {
    const { token } = await givenAnalyst();
    expect(await service.call(`DELETE ${PATH}/first`, { token })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["path", "search_id"], type: "int_parsing" }] },
    });
  });
});
