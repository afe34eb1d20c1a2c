import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

export type Outcome = { code: number; output: string; errors: string };

/** Runs `bun run cli` with these words as an administrator does, to its end. */
export async function runCommand(
  environment: Record<string, string>,
  words: string[],
  input = "",
): Promise<Outcome> {
  const child = Bun.spawn(["bun", "src/cli.ts", ...words], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output, errors };
}
