import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";
import { importer, type GivenFile } from "./given";

const service = await createTestService();
const others = connectDatabase(service.database.connection, { log: pino({ level: "silent" }) });
afterAll(async () => {
  await others.close();
  await service.close();
});
const token = await service.tokenOf(await service.givenAdmin());
const { take, send } = importer(service, token);
const { sql } = others;

const plan = (...lines: string[]): GivenFile[] => [
  { name: "plan.csv", content: ["cidr,name,site", ...lines].join("\n") },
];

const countWaiting = async () => {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count ?? 0;
};

/** While the work runs, somebody else makes a network and has not come to an end. */
async function whileOneMakes(network: string, work: () => Promise<void>): Promise<void> {
  const rollback = new Error("rolled back");
  const made = sql.begin(async (tx) => {
    await tx`INSERT INTO subnets (cidr_as_sent, network, name) VALUES (${network}, ${network}, 'else')`;
    await work();
    throw rollback;
  });
  await made.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}

test("who edits a site or a group does not wait for an import that names them", async () => {
  await take("csv", { files: plan("10.50.1.0/24,first,Barn") });
  const site = await sql<{ id: number }[]>`SELECT id FROM sites WHERE name = 'Barn'`;
  const id = Number(site[0]?.id);
  let tried: ReturnType<typeof send> | undefined;
  await whileOneMakes("10.50.2.0/24", async () => {
    tried = send("csv", { files: plan("10.50.2.0/24,second,Barn"), query: "&dry_run=true" });
    await waitFor("the import to wait", async () => (await countWaiting()) === 1);
    const edited = await service.call(`PATCH /api/v1/topology/sites/${id}`, {
      token,
      body: { description: "red" },
    });
    expect(edited.status).toBe(200);
  });
  expect((await tried)?.status).toBe(200);
  await waitFor("the import to end", async () => (await countWaiting()) === 0);
});

test("an import comes to its end while every connection waits for what it has changed", async () => {
  await take("csv", { files: plan("10.51.1.0/24,first,") });
  const [subnet] = await sql<{ id: number }[]>`SELECT id FROM subnets WHERE name = 'first' ORDER BY id DESC`;
  let taken: ReturnType<typeof send> | undefined;
  let edits: ReturnType<typeof service.call>[] = [];
  await whileOneMakes("10.51.2.0/24", async () => {
    taken = send("csv", { files: plan("10.51.1.0/24,renamed,", "10.51.2.0/24,second,") });
    await waitFor("the import to wait", async () => (await countWaiting()) === 1);
    edits = [1, 2, 3, 4, 5].map((edit) =>
      service.call(`PATCH /api/v1/ipam/subnets/${subnet?.id}`, {
        token,
        body: { description: `edit ${edit}` },
      }),
    );
    await waitFor("the pool to be used up", async () => (await countWaiting()) === 4);
  });
  expect((await taken)?.status).toBe(200);
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("an import that waits for another process's holds no connection, and can be cancelled", async () => {
  const id = crypto.randomUUID();
  const over = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const other = sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtextextended('device import', 0))`;
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const waiting = send("csv", { files: plan("10.52.1.0/24,third,"), query: `&import_id=${id}` });
  const isWriting = async () => {
    const [row] = await sql`SELECT FROM operations WHERE id = ${id} AND phase = 'writing'`;
    return row !== undefined;
  };
  await waitFor("the import to get its turn", isWriting);
  expect(await countWaiting()).toBe(0);
  await service.call(`DELETE /api/v1/operations/${id}`, { token });
  expect((await waiting).status).toBe(409);
  over.resolve();
  await other;
});

test("an import's id is not used again after its operation has been let go", async () => {
  const id = crypto.randomUUID();
  const sent = { files: plan("10.53.1.0/24,fourth,"), query: `&import_id=${id}` };
  await take("csv", sent);
  await sql`DELETE FROM operations WHERE id = ${id}`;
  expect((await send("csv", sent)).status).toBe(409);
});

test("where verdicts take too much room tried imports go first, other imports lose their verdicts, the latest stays", async () => {
  const past = await take("csv", { files: plan("10.54.1.0/24,past,") });
  const tried = await take("csv", { files: plan("10.54.2.0/24,tried,"), query: "&dry_run=true" });
  await sql`UPDATE imports SET row_bytes = ${100 * 1024 * 1024} WHERE id IN ${sql([past.id, tried.id])}`;
  const latest = await take("csv", { files: plan("10.54.3.0/24,latest,") });
  const kept = await sql<{ id: string; verdicts: number }[]>`
    SELECT id, (SELECT count(*)::int FROM import_rows WHERE import_id = id) AS verdicts
    FROM imports WHERE id IN ${sql([past.id, tried.id, latest.id])} ORDER BY position`;
  expect([...kept]).toEqual([
    { id: past.id, verdicts: 0 },
    { id: latest.id, verdicts: 1 },
  ]);
});

test("an import stays when its user is removed, with the name", async () => {
  const user = await service.givenAdmin();
  const { id } = await importer(service, await service.tokenOf(user)).take("csv", {
    files: plan("10.55.1.0/24,fifth,"),
  });
  await sql`DELETE FROM users WHERE id = ${user.id}`;
  const { body } = await service.call(`GET /api/v1/imports/${id}`, { token });
  expect(body).toMatchObject({ user_id: null, username: user.username });
});
