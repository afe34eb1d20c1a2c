import { afterAll, afterEach, describe, expect, test } from "bun:test";
import type { TransactionSql } from "postgres";
import { advanceAnchor, openAuditAnchor } from "../../../src/features/audit/anchor";
import { AuditVerification, type AuditLink } from "../../../src/features/audit/models";
import { recordAudit } from "../../../src/features/audit/service";
import { verifyAuditLog } from "../../../src/features/audit/verification";
import { createTestService } from "../../support/app";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { temporaryPath } from "../../support/temporary-path";

/**
 * The hash chain of docs/audit.md. Faults are made in the tables, with the triggers off, as a thief of the database
 * would.
 */
const open: TestDatabase[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.drop();
});

const NOBODY = {
  userId: null,
  username: null,
  apiKeyId: null,
  sessionId: null,
  clientAddress: "192.0.2.7",
  requestId: null,
};

/** A log of its own; `tamper` changes tables behind the triggers. */
async function givenLog(rowCount = 10) {
  const database = await createTestDatabase();
  open.push(database);
  const { db, sql } = database;
  const anchor = openAuditAnchor(temporaryPath("anchor"));
  const add = async (count: number) => {
    for (let row = 1; row <= count; row++) {
      const after = { ключ: ["ä", 1.5, null, "\u2028"], nested: { b: 2, aa: '\\"' }, row };
      const entry = { action: "test.row", target: `row:${row}`, detail: "tab\tline\n", after };
      await recordAudit({ db, actor: NOBODY }, entry);
    }
  };
  await add(rowCount);
  const [{ id } = { id: 0 }] = await sql<
    { id: number }[]
  >`SELECT id::int FROM audit_log WHERE target = 'row:5'`;
  return {
    db,
    sql,
    add,
    rowId: id,
    note: () => advanceAnchor({ db, anchor }),
    verify: (expected?: AuditLink) => verifyAuditLog({ db }, { anchor: anchor.read(), expected }),
    tamper: (work: (sql: TransactionSql) => Promise<unknown>) =>
      sql.begin(async (transaction) => {
        await transaction`SET LOCAL session_replication_role = replica`;
        await work(transaction);
      }),
  };
}

test("a log that nobody touched is whole, and its head moves with each row", async () => {
  const log = await givenLog();
  const first = await log.verify();
  expect(first).toMatchObject({ ok: true, fault_count: 0, faults: [], rows: first.head.position });
  expect(first.rows).toBe(10);
  await log.add(1);
  const second = await log.verify(first.head);
  expect(second).toMatchObject({ ok: true, rows: first.rows + 1 });
  expect(second.head.hash).not.toBe(first.head.hash);
});

describe("a changed row is found", () => {
  test.each([
    ["action", "UPDATE audit_log SET action = 'test.other' WHERE id = $1"],
    ["actor", "UPDATE audit_log SET actor_user_id = 1 WHERE id = $1"],
    ["actor's name", "UPDATE audit_log SET actor_name = 'somebody' WHERE id = $1"],
    ["key", "UPDATE audit_log SET api_key_id = 1 WHERE id = $1"],
    ["session", "UPDATE audit_log SET session_id = 'x' WHERE id = $1"],
    ["address", "UPDATE audit_log SET client_address = '192.0.2.8' WHERE id = $1"],
    ["request id", "UPDATE audit_log SET request_id = 'x' WHERE id = $1"],
    ["target", "UPDATE audit_log SET target = NULL WHERE id = $1"],
    ["detail", "UPDATE audit_log SET detail = 'tab line' WHERE id = $1"],
    ["state before", "UPDATE audit_log SET before = '{}' WHERE id = $1"],
    ["state after", "UPDATE audit_log SET after = jsonb_set(after, '{nested,b}', '3') WHERE id = $1"],
    ["time", "UPDATE audit_log SET created_at = created_at - interval '1 ms' WHERE id = $1"],
  ])("by its %s", async (_, statement) => {
    const log = await givenLog();
    await log.tamper((sql) => sql.unsafe(statement, [log.rowId]));
    expect(await log.verify()).toMatchObject({
      ok: false,
      fault_count: 1,
      faults: [{ kind: "changed", audit_id: log.rowId }],
    });
  });

  test("also where its own hash was made to fit: the next row's does not", async () => {
    const log = await givenLog();
    await log.tamper(async (sql) => {
      await sql`UPDATE audit_log SET detail = 'forged' WHERE id = ${log.rowId}`;
      await sql`
        UPDATE audit_chain c SET hash = encode(sha256(convert_to(p.hash || jsonb_build_array(
          l.id, l.actor_user_id, l.actor_name, l.api_key_id, l.session_id, l.client_address, l.request_id, l.action,
          l.target, l.detail, l.before, l.after, (extract(epoch FROM l.created_at) * 1000)::bigint)::text, 'UTF8')), 'hex')
        FROM audit_chain p, audit_log l
        WHERE c.audit_id = ${log.rowId} AND p.position = c.position - 1 AND l.id = c.audit_id`;
    });
    expect(await log.verify()).toMatchObject({
      ok: false,
      fault_count: 1,
      faults: [{ kind: "changed", audit_id: log.rowId + 1 }],
    });
  });

  test("where two rows changed places", async () => {
    const log = await givenLog();
    await log.tamper(
      (sql) => sql`
      UPDATE audit_chain SET audit_id = -audit_id WHERE audit_id IN (${log.rowId}, ${log.rowId + 1})`,
    );
    await log.tamper(
      (sql) => sql`
      UPDATE audit_chain SET audit_id = CASE WHEN audit_id = ${-log.rowId} THEN ${log.rowId + 1}::bigint ELSE ${log.rowId}::bigint END
      WHERE audit_id < 0`,
    );
    expect(await log.verify()).toMatchObject({ ok: false, fault_count: 2 });
  });
});

describe("a removed row is found", () => {
  test("where its hash stayed", async () => {
    const log = await givenLog();
    await log.tamper((sql) => sql`DELETE FROM audit_log WHERE id = ${log.rowId}`);
    expect(await log.verify()).toMatchObject({
      ok: false,
      fault_count: 1,
      faults: [{ kind: "removed", audit_id: log.rowId }],
    });
  });

  test("where its hash went too", async () => {
    const log = await givenLog();
    await log.tamper(async (sql) => {
      await sql`DELETE FROM audit_log WHERE id = ${log.rowId}`;
      await sql`DELETE FROM audit_chain WHERE audit_id = ${log.rowId}`;
    });
    expect(await log.verify()).toMatchObject({ ok: false, fault_count: 1, faults: [{ kind: "removed" }] });
  });

  test("where the places behind it were moved up", async () => {
    const log = await givenLog();
    await log.tamper(async (sql) => {
      await sql`DELETE FROM audit_log WHERE id = ${log.rowId}`;
      const [{ position } = { position: 0 }] = await sql<{ position: number }[]>`
        DELETE FROM audit_chain WHERE audit_id = ${log.rowId} RETURNING position::int`;
      await sql`UPDATE audit_chain SET position = -position WHERE position > ${position}`;
      await sql`UPDATE audit_chain SET position = -position - 1 WHERE position < 0`;
      await sql`UPDATE audit_head SET position = position - 1`;
    });
    expect((await log.verify()).faults).toContainEqual(
      expect.objectContaining({ kind: "changed", audit_id: log.rowId + 1 }),
    );
  });
});

test("a row that was slipped in is found", async () => {
  const log = await givenLog();
  await log.tamper(
    (sql) => sql`INSERT INTO audit_log (action, created_at) VALUES ('test.forged', '2020-01-01')`,
  );
  expect(await log.verify()).toMatchObject({ ok: false, fault_count: 1, faults: [{ kind: "inserted" }] });
});

describe("a shortened log is found", () => {
  const cut = async (sql: TransactionSql, rowId: number) => {
    await sql`DELETE FROM audit_log WHERE id >= ${rowId}`;
    await sql`DELETE FROM audit_chain WHERE audit_id >= ${rowId}`;
  };
  const rewind = (sql: TransactionSql) => sql`
    UPDATE audit_head SET (position, hash) = (SELECT position, hash FROM audit_chain ORDER BY position DESC LIMIT 1)`;

  test("by the chain's head, where that was left", async () => {
    const log = await givenLog();
    await log.tamper((sql) => cut(sql, log.rowId));
    expect(await log.verify()).toMatchObject({ ok: false, faults: [{ kind: "truncated" }] });
  });

  test("by the head that was noted outside the database, where the chain's was put back", async () => {
    const log = await givenLog();
    expect(await log.note()).toBe(true);
    await log.tamper(async (sql) => {
      await cut(sql, log.rowId);
      await rewind(sql);
    });
    expect(await log.verify()).toMatchObject({ ok: false, fault_count: 1, faults: [{ kind: "truncated" }] });
  });

  test("by that head also after new rows have taken the places", async () => {
    const log = await givenLog();
    await log.note();
    await log.tamper(async (sql) => {
      await cut(sql, log.rowId);
      await rewind(sql);
    });
    await log.add(8);
    expect(await log.verify()).toMatchObject({ ok: false, fault_count: 1, faults: [{ kind: "rewritten" }] });
    expect(await log.note()).toBe(false);
    expect(await log.verify()).toMatchObject({ ok: false });
  });

  test("by a head that an administrator has kept", async () => {
    const log = await givenLog();
    const { head } = await log.verify();
    await log.tamper(async (sql) => {
      await cut(sql, log.rowId);
      await rewind(sql);
    });
    expect(await log.verify()).toMatchObject({ ok: true });
    expect(await log.verify(head)).toMatchObject({ ok: false });
  });

  test("where everything was removed", async () => {
    const log = await givenLog();
    await log.tamper(async (sql) => {
      await sql`DELETE FROM audit_log`;
      await sql`DELETE FROM audit_chain`;
      await sql`DELETE FROM audit_head`;
    });
    expect(await log.verify()).toMatchObject({ ok: false, rows: 0, faults: [{ kind: "truncated" }] });
  });
});

test("a chain that was computed anew from the first row on is found by the noted head", async () => {
  const log = await givenLog();
  await log.note();
  await log.tamper(async (sql) => {
    await sql`UPDATE audit_log SET detail = 'forged' WHERE id = ${log.rowId}`;
    await sql`DELETE FROM audit_chain`;
    await sql`UPDATE audit_head SET position = 0, hash = repeat('0', 64)`;
    await sql`SELECT append_to_audit_chain(l) FROM (SELECT * FROM audit_log ORDER BY id) l`;
  });
  expect((await log.verify()).faults).toMatchObject([{ kind: "rewritten" }]);
});

describe("the database refuses", () => {
  test.each([
    "UPDATE audit_log SET detail = ''",
    "DELETE FROM audit_log",
    "TRUNCATE audit_log",
    "UPDATE audit_chain SET hash = ''",
    "DELETE FROM audit_chain",
    "TRUNCATE audit_chain",
    "DELETE FROM audit_head",
    "TRUNCATE audit_head",
  ])("%s", async (statement) => {
    const { sql } = await givenLog(1);
    expect(sql.unsafe(statement).execute()).rejects.toMatchObject({ code: "42501" });
  });
});

test("rows of parallel writers get places without gaps, in the order of their commits, and none is lost to a deadlock", async () => {
  const log = await givenLog(0);
  const { db } = log;
  const before = (await log.verify()).rows;
  await Promise.all(
    Array.from({ length: 50 }, (_, writer) =>
      db.transaction(async (transaction) => {
        for (const part of ["first", "second"]) {
          await recordAudit(
            { db: transaction, actor: NOBODY },
            { action: "test.parallel", target: `${part}:${writer}` },
          );
        }
      }),
    ),
  );
  expect(await log.verify()).toMatchObject({ ok: true, rows: before + 100 });
});

test("a transaction that is undone leaves neither row nor place", async () => {
  const log = await givenLog(0);
  const before = await log.verify();
  const undone = log.db.transaction(async (db) => {
    await recordAudit({ db, actor: NOBODY }, { action: "test.undone" });
    throw new Error("undone");
  });
  expect(undone).rejects.toThrow("undone");
  await undone.catch(() => undefined);
  await log.add(1);
  const after = await log.verify();
  expect(after).toMatchObject({ ok: true, rows: before.rows + 1 });
});

describe("GET /audit/verify", () => {
  const service = createTestService();
  afterAll(async () => (await service).close());

  test("tells a SuperAdmin, who may bring a head that was noted earlier", async () => {
    const { call, tokenOf, givenAdmin } = await service;
    const token = await tokenOf(await givenAdmin());
    const ask = async (query: string) =>
      AuditVerification.parse((await call(`GET /api/v1/audit/verify${query}`, { token })).body);
    const { head, rows } = await ask("");
    expect(head.position).toBe(rows);
    expect(await ask(`?position=${head.position}&hash=${head.hash}`)).toMatchObject({
      ok: true,
      anchor: null,
    });
    expect(await ask(`?position=${head.position}&hash=${"0".repeat(64)}`)).toMatchObject({ ok: false });
    expect((await call("GET /api/v1/audit/verify?position=1", { token })).status).toBe(422);
  });

  test("refuses everybody else", async () => {
    const { call, tokenOf, givenUser } = await service;
    const token = await tokenOf(await givenUser({ role: "NetworkAdmin" }));
    expect((await call("GET /api/v1/audit/verify", { token })).status).toBe(403);
  });
});
