import type { EventReader } from "#features/syslog";
import type { Db } from "#platform/database";
import { may, type Caller } from "#platform/http/guard";
import type { ReportData } from "../data";
import type { ReportQuery } from "../models";
import type { Period } from "../period";
import { collectAddresses } from "./addresses";
import { collectAlerts } from "./alerts";
import { collectAvailability, collectOutages } from "./availability";
import { collectCertificates } from "./certificates";
import { collectEvents } from "./events";
import { collectInventory } from "./inventory";
import { collectMap } from "./network-map";

export type CollectContext = {
  db: Db;
  engine: EventReader;
  caller: Caller;
  now: Date;
  product: string;
  version: string;
};

/** What a report of that period has to say to that caller: events only to who may see them. */
export async function collectReport(
  { db, engine, caller, now, product, version }: CollectContext,
  { period, query }: { period: Period; query: ReportQuery },
  signal: AbortSignal,
): Promise<ReportData> {
  const { paper, time_zone: timeZone } = query;
  const asked = { engine, userId: caller.userId, period, timeZone };
  const events = may(caller, "security_view") ? await collectEvents(asked, signal) : null;
  signal.throwIfAborted();
  const state = await db.transaction((snapshot) => collectState(snapshot, { caller, period, now }), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  return {
    product,
    version,
    author: caller.username,
    generatedMs: now.getTime(),
    fromMs: period.from.getTime(),
    toMs: period.to.getTime(),
    timeZone,
    paper,
    events,
    ...state,
  };
}

type StateAsked = { caller: Caller; period: Period; now: Date };

/** What the database knows, of one moment. One question after the other: others shall find a connection, too. */
async function collectState(db: Db, { caller, period, now }: StateAsked) {
  return {
    inventory: await collectInventory(db),
    availability: await collectAvailability(db, period),
    outages: await collectOutages(db, period),
    alerts: await collectAlerts(db, period),
    addresses: await collectAddresses(db),
    certificates: await collectCertificates(db, now),
    map: await collectMap(db, caller.userId),
  };
}
