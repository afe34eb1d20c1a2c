import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleFolder, findBundle } from "../../src/build/place";

/** A folder with a source and a bundle of it, gone after the test. */
function givenProject() {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  for (const name of ["src", "workers"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "src/main.ts"), "export {};");
  writeFileSync(join(folder, "bun.lock"), "{}");
  const file = join(bundleFolder(folder), "main.js");
  mkdirSync(bundleFolder(folder), { recursive: true });
  writeFileSync(file, "");
  return { folder, file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test("a bundle is started while the sources are those that it was made of", () => {
  using project = givenProject();
  expect(findBundle("main", project.folder)).toBe(project.file);
});

test("a source that was changed, a new one and other packages are not started from what was bundled before", () => {
  for (const file of ["src/main.ts", "src/new.ts", "workers/new.ts", "bun.lock"]) {
    using project = givenProject();
    writeFileSync(join(project.folder, file), "changed");
    expect([file, findBundle("main", project.folder)]).toEqual([file, undefined]);
  }
});

test("without a bundle the sources are started", () => {
  using project = givenProject();
  rmSync(join(project.folder, "dist"), { recursive: true });
  expect(findBundle("main", project.folder)).toBeUndefined();
});
