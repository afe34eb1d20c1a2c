import { afterAll, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import pino from "pino";
import { openAuditAnchor, startAuditAnchor } from "../../../src/features/audit/anchor";
import { recordAudit } from "../../../src/features/audit/service";
import { createTestDatabase } from "../../support/database";
import { temporaryPath } from "../../support/temporary-path";

const database = await createTestDatabase();
afterAll(() => database.drop());

const NOBODY = {
  userId: null,
  username: null,
  apiKeyId: null,
  sessionId: null,
  clientAddress: null,
  requestId: null,
};

const newPath = () => temporaryPath("anchor");

test("a stop notes the head in a file that only the service's user can read", async () => {
  const { db } = database;
  const path = newPath();
  const anchor = openAuditAnchor(path);
  expect(anchor.read()).toBeUndefined();
  await recordAudit({ db, actor: NOBODY }, { action: "test.anchor" });
  await startAuditAnchor({ db, anchor, log: pino({ level: "silent" }) }).close();
  expect(anchor.read()).toMatchObject({ position: 1 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toMatch(/^1 [0-9a-f]{64}\n$/);
});

test("where the noted head is not in the chain it stays, and the log says so", async () => {
  const { db } = database;
  const anchor = openAuditAnchor(newPath());
  const noted = { position: 1, hash: "f".repeat(64) };
  anchor.write(noted);
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void lines.push(line) });
  await startAuditAnchor({ db, anchor, log }).close();
  expect(anchor.read()).toEqual(noted);
  expect(lines.join()).toContain("verify-audit");
});

test.each(["", "nonsense", "1", "-1 00", `1 ${"0".repeat(63)}`])(
  "a damaged file (%p) is an error, not a missing one",
  (text) => {
    const path = newPath();
    writeFileSync(path, text);
    expect(() => openAuditAnchor(path).read()).toThrow(/cannot read the audit anchor .* damaged/);
  },
);
