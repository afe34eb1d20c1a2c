import { readdirSync } from "node:fs";

/**
 * `bun run test:faults [name ...]`: the faults that take longer than a check may, one file after the other. Ends with the line
 * `N passed, N failed`.
 */
const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dir)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -".ts".length))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

let passed = 0;
let failed = 0;
for (const name of names) {
  process.stdout.write(`\n== ${name}\n`);
  const child = Bun.spawn(["bun", "test", `${import.meta.dir}/${name}.ts`], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, report] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  process.stdout.write(output + report);
  const count = (what: string): number =>
    Number(new RegExp(`^ *(\\d+) ${what}$`, "m").exec(report)?.[1] ?? 0);
  passed += count("pass");
  // A file that broke before its first test counts too.
  failed += child.exitCode === 0 ? 0 : Math.max(1, count("fail"));
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
