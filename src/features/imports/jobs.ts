import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { dropImports } from "./runs";

/** Lets go what is kept of imports. */
export function importJobs({ db }: { db: Db }): Job[] {
  return [{ name: "imports.clean-up", everySeconds: 3600, run: () => dropImports(db) }];
}
