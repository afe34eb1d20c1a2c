import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A hash of all that a build is made from: the UI's sources, the locked packages and the bundler. `root` is the
 * project's folder.
 */
export function hashSources(root: string): string {
  const files = [...new Bun.Glob("src/web/**/*").scanSync({ cwd: root, dot: false })].sort();
  const hash = createHash("sha256").update(Bun.version);
  for (const file of ["bun.lock", ...files]) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}
