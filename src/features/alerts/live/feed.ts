import type { Db } from "#platform/database";
import { Feed, type Watcher } from "#platform/http/feed";
import type { AlertsNow } from "./models";
import { readAlertsNow } from "./read";

export type AlertWatcher = Watcher & {
  /** Called again and again with how alerts stand. */
  take(now: AlertsNow): void;
};

export type AlertFeed = Feed<AlertWatcher, AlertsNow>;

const LOOK_MS = 1000;

/** Shows how alerts stand, whichever process asks the rules. */
export function createAlertFeed({ db }: { db: Db }): AlertFeed {
  return new Feed({
    everyMs: LOOK_MS,
    read: () => readAlertsNow(db),
    show: (watcher, now) => watcher.take(now),
  });
}
