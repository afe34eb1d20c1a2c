/** As whom, and through which wrapper, PostgreSQL's programs are run. */
export type ServerAccount = {
  /** Words before the program itself: `unshare …`, `setpriv …`, or none. */
  readonly wrapper: readonly string[];
  /** User and group to spawn as; undefined: our own. */
  readonly spawnAs: { readonly uid: number; readonly gid: number } | undefined;
  /** The user that files must belong to for these programs to use them, as seen from our side. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /** What a person should know of this way of running, one sentence each. */
  readonly limitations: readonly string[];
};

export type Outcome = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

export type ServerProcess = Bun.Subprocess<"ignore", "ignore", "pipe">;

/** Nothing of our own environment: it may hold secrets, and PG* variables would change what the programs do. */
const ENVIRONMENT = {
  LC_ALL: "C",
  TZ: "UTC",
  PATH: "/usr/local/bin:/usr/bin:/bin",
  // What a process has freed goes back to the system (mallopt(3)): glibc keeps up to twice the greatest piece that it has
  // ever freed, unless one of its thresholds is set.
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/** Runs a program to its end, `stdin` given. A program that cannot be started is an outcome with exit code 127. */
export async function runProgram(
  account: ServerAccount,
  argv: readonly string[],
  stdin = "",
): Promise<Outcome> {
  try {
    const child = Bun.spawn([...account.wrapper, ...argv], {
      ...account.spawnAs,
      env: ENVIRONMENT,
      detached: true,
      stdin: new Blob([stdin]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, stdout, stderr };
  } catch (error) {
    return { exitCode: 127, stdout: "", stderr: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Starts a server in a session of its own, so that Ctrl-C in a terminal reaches the service alone, which then stops its
 * database last. Call it from the main thread: the death signal follows the thread that spawned (prctl(2)).
 */
export function spawnServer(account: ServerAccount, argv: readonly string[]): ServerProcess {
  return Bun.spawn([...account.wrapper, ...argv], {
    ...account.spawnAs,
    env: ENVIRONMENT,
    detached: true,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
}

/** The last line of a program's complaint, for an error of one line. */
export function complaintOf({ exitCode, stderr }: Outcome): string {
  return stderr.trim().split("\n").at(-1)?.trim() || `exit code ${exitCode}`;
}
