import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findClosedFolder } from "#platform/postgres/privileges";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "netatlas-privileges-")));
const owner = { uid: statSync(scratch).uid, gid: statSync(scratch).gid };
const member = { uid: 54_321, gid: owner.gid };
const stranger = { uid: 54_321, gid: 54_321 };

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test.each([
  [0o700, { owner: true, member: false, stranger: false }],
  [0o710, { owner: true, member: true, stranger: false }],
  [0o711, { owner: true, member: true, stranger: true }],
  [0o701, { owner: true, member: false, stranger: true }],
  [0o611, { owner: false, member: true, stranger: true }],
])("a folder of mode %o can be passed by whom its bits say", (mode, passes) => {
  const folder = join(scratch, `mode-${mode.toString(8)}`);
  mkdirSync(folder);
  chmodSync(scratch, 0o711);
  chmodSync(folder, mode);
  const openTo = (user: typeof owner) => findClosedFolder([folder], user) === undefined;
  expect({ owner: openTo(owner), member: openTo(member), stranger: openTo(stranger) }).toEqual(passes);
});

test("the outermost closed folder is named, links followed", () => {
  chmodSync(scratch, 0o711);
  mkdirSync(join(scratch, "private/inner/deep"), { recursive: true });
  chmodSync(join(scratch, "private"), 0o700);
  symlinkSync(join(scratch, "private/inner/deep"), join(scratch, "link"));
  expect(findClosedFolder([join(scratch, "link")], stranger)).toBe(join(scratch, "private"));
});
