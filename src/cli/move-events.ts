import { join, resolve } from "node:path";
import { moveSegments } from "#features/syslog";
import type { Database } from "#platform/database";
import type { Logger } from "#platform/log";
import { openClickHouse } from "../composition/event-place";
import type { Settings } from "../settings/settings";

type Context = { database: Database; settings: Settings; log: Logger };

/** Copies stored events from files into ClickHouse; says each day that is done. Gives true once all are there. */
export async function moveEvents(
  { database, settings, log }: Context,
  say: (line: string) => void,
): Promise<boolean> {
  const store = openClickHouse(settings.EVENTS_URL, log);
  if (store === undefined) throw new Error("EVENTS_URL is not set: it says where events are to go");
  const moving = moveSegments({
    db: database.db,
    eventsFolder: join(resolve(settings.DATA_DIR), "events"),
    store,
    retentionDays: settings.FIREWALL_LOG_RETENTION_DAYS,
    log,
  });
  let copied = 0;
  for await (const { day, files, copied: events, there } of moving) {
    copied += events;
    say(`${day}: ${files} files, ${events} events copied, ${there} were there`);
  }
  say(`All events are in ClickHouse; ${copied} were copied.`);
  return true;
}
