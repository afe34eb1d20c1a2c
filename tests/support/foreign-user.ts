/**
 * The words before a TypeScript file that run it with Bun as another user, which need not exist; undefined where this
 * process may not do so. Where that user could not read Bun or the repository, it gets the one capability to read and
 * search.
 */
export function bunAs(uid: number): string[] | undefined {
  const setpriv = Bun.which("setpriv");
  if (process.getuid?.() !== 0 || setpriv === null) return undefined;
  const user = [setpriv, `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
  const reader = [...user, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
  for (const wrapper of [user, reader]) {
    const command = [...wrapper, "--", process.execPath];
    const trial = `require("node:fs").readFileSync(${JSON.stringify(import.meta.path)})`;
    if (Bun.spawnSync([...command, "-e", trial]).exitCode === 0) return command;
  }
  return undefined;
}
