import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { DeviceBulkImportResult, DeviceImportRow } from "../../../../src/features/topology/import/models";
import { dropVerdicts } from "../../../../src/features/topology/import/verdicts";
import { createTestService, uniqueName } from "../../../support/app";

/** Verdicts that one answer does not hold: by pages, for their owner, for a while. */
const service = await createTestService();
const { db, sql } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const HEADERS = { "Content-Type": "text/csv" };
const Rows = z.array(DeviceImportRow);

async function importRows(count: number, { query = "dry_run=true", as = token, stem = "paged" } = {}) {
  const text = `hostname\n${Array.from({ length: count }, (_, at) => `${stem}-${at}`).join("\n")}`;
  const answer = await service.call(`POST /api/v1/topology/devices/import?mode=upsert&${query}`, {
    token: as,
    text,
    headers: HEADERS,
  });
  expect(answer.status).toBe(200);
  return { result: DeviceBulkImportResult.parse(answer.body), next: nextOf(answer), answer };
}

const nextOf = ({ headers }: { headers: Headers }) =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
const get = (path: string, as = token) => service.call(`GET ${path}`, { token: as });
const rowsPath = (id: string) => `/api/v1/topology/devices/imports/${id}/rows`;

test.each(["dry_run=true", "on_error=row"])(
  "%s: the first 1,000 verdicts are in the answer, its link leads to all others",
  async (query) => {
    const { result, next, answer } = await importRows(2600, { query, stem: uniqueName("new") });
    expect(result).toMatchObject({ created: 2600, dry_run: query === "dry_run=true" });
    expect(answer.headers.get("X-Total-Count")).toBe("2600");
    const rows = [...result.rows];
    expect(rows).toHaveLength(1000);
    for (let link = next; link !== undefined;) {
      const page = await get(link);
      expect(page.headers.get("X-Total-Count")).toBe("2600");
      rows.push(...Rows.parse(page.body));
      link = nextOf(page);
    }
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 2600 }, (_, at) => at + 2));
    expect(new Set(rows.map(({ device_id: id }) => id)).size).toBe(query === "dry_run=true" ? 1 : 2600);
  },
  60_000,
);

test("1,000 rows are one answer, and nothing of them is kept", async () => {
  const id = crypto.randomUUID();
  const { result, next } = await importRows(1000, { query: `dry_run=true&import_id=${id}` });
  expect(result.rows).toHaveLength(1000);
  expect(next).toBeUndefined();
  expect(await get(rowsPath(id))).toMatchObject({
    status: 404,
    body: { detail: "Import not found, or its rows are not kept" },
  });
});

test("pages of any size begin where the one before ended", async () => {
  const id = crypto.randomUUID();
  await importRows(1001, { query: `dry_run=true&import_id=${id}` });
  const seen: number[] = [];
  for (let link: string | undefined = `${rowsPath(id)}?limit=333`; link !== undefined;) {
    const page = await get(link);
    seen.push(...Rows.parse(page.body).map(({ row }) => row));
    link = nextOf(page);
  }
  expect(seen).toEqual(Array.from({ length: 1001 }, (_, at) => at + 2));
  expect(await get(`${rowsPath(id)}?cursor=abc`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["query", "cursor"] }] },
  });
});

test("verdicts are their owner's alone", async () => {
  const id = crypto.randomUUID();
  await importRows(1001, { query: `dry_run=true&import_id=${id}` });
  const other = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  expect(await get(rowsPath(id), other)).toMatchObject({ status: 404 });
  expect(await get(rowsPath(crypto.randomUUID()))).toMatchObject({ status: 404 });
});

test("of a user's imports the last four keep their verdicts, for a day", async () => {
  const as = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
  for (const id of ids) await importRows(1001, { query: `dry_run=true&import_id=${id}`, as });
  const statuses = async () => Promise.all(ids.map(async (id) => (await get(rowsPath(id), as)).status));
  expect(await statuses()).toEqual([404, 200, 200, 200, 200]);
  await sql`UPDATE kept_imports SET kept_at = now() - interval '25 hours' WHERE import_id = ${ids[1] ?? ""}`;
  await dropVerdicts(db, new Date());
  expect(await statuses()).toEqual([404, 404, 200, 200, 200]);
  const kept = await sql`
    SELECT count(*)::int FROM device_import_verdicts WHERE import_id IN ${sql(ids.slice(0, 2))}`;
  expect([...kept]).toEqual([{ count: 0 }]);
}, 60_000);

test("verdicts of all users are 256 MiB at most; the oldest go first", async () => {
  const [older, newer] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [older, newer]) await importRows(1001, { query: `dry_run=true&import_id=${id}` });
  await sql`UPDATE kept_imports SET verdict_bytes = 250 * 1024 * 1024 WHERE import_id = ${newer}`;
  await sql`UPDATE kept_imports SET verdict_bytes = 7 * 1024 * 1024 WHERE import_id = ${older}`;
  await dropVerdicts(db, new Date());
  expect((await get(rowsPath(newer))).status).toBe(200);
  expect((await get(rowsPath(older))).status).toBe(404);
});
