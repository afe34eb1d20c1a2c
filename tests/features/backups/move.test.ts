import { afterAll, beforeAll, expect, test } from "bun:test";
import { verifyAuditLog } from "#features/audit";
import { moveDatabase } from "#features/backups";
import { asUnavailable, connectDatabase, type Database } from "#platform/database";
import { requireCurrentSchema } from "#platform/migrations";
import { admitArrival, readMoveMark, requireInCharge, tidyMove } from "#platform/move-mark";
import pino from "pino";
import { signInToDemo } from "../../../src/demo/client";
import { seedDemo } from "../../../src/demo/seed";
import { createTestService } from "../../support/app";
import { refusalOf } from "../../support/backups";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { allHashes, givenEmptyDatabase, moveOrder, startWriteLoad } from "../../support/move";
import { patient } from "../../support/patience";
import { waitFor } from "../../support/wait-for";

const LIMIT_MS = 60_000;

let template: TestDatabase;

test("x", async () => {
  const source = await createTestDatabase();
  const target = await givenEmptyDatabase(source);
  const load = startWriteLoad(source);
  const moved = await moveDatabase(moveOrder({ source, target }, { say: (line) => console.log(line), observe: (s) => console.log(s) }));
  const { writes, refusal } = await load.stop();
  console.log(moved.pauseMs, moved.tries, moved.changes, writes, refusal);
  expect(await allHashes(target.db)).toEqual(await allHashes(source.db));
}, LIMIT_MS);
