import { eq } from "drizzle-orm";
import { findIds, type Keyed } from "#platform/http/upsert";
import type { LogFormatCreate, LogFormatRead, LogFormatUpdate } from "./models";
import { createLogFormat, getLogFormat, updateLogFormat, type WriteContext } from "./service";
import { logFormats } from "./tables";

/** An own format under its name. */
export function logFormatByKey(
  { actor, formats }: Omit<WriteContext, "db">,
  format: LogFormatCreate,
): Keyed<LogFormatRead, LogFormatUpdate> {
  return {
    key: `log format named ${format.name}`,
    find: (db) => findIds(db, { table: logFormats, where: eq(logFormats.name, format.name) }),
    read: (db, id) => getLogFormat({ db, formats }, id),
    create: (db) => createLogFormat({ db, actor, formats }, format),
    update: (db, change) => updateLogFormat({ db, actor, formats }, change),
  };
}
