import { sql } from "drizzle-orm";
import type { Database, Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { Logger } from "#platform/log";
import type { Outbox } from "#platform/outbox/outbox";
import { UNWATCHED, type Writes } from "#platform/write-watch";
import type { Condition, Found } from "../conditions/condition";
import type { RuleRow } from "../rules/models";
import { applyLogMatches } from "../log-rules/apply";
import { alertRules } from "../tables";
import { applyChanges, applyFound, applySignals } from "./apply";
import { fireDueTroubles, resolveIncidents } from "./fire";
import { keepingRules } from "./settle";
import { tellWaiting } from "./tell";

/** No other lock of transactions in this database has this number. */
const LOCK = 7_101_949;
const PAUSE_MS = 930;
/** How often conditions are looked at. */
const CONDITIONS_MS = 15_000;
/** Without a turn in that time alerts stand still. */
const STALL_MS = 60_000;

type Options = {
  database: Database;
  outbox: Outbox;
  log: Logger;
  /** By event type: what is looked at again and again. */
  conditions: ReadonlyMap<string, Condition>;
  readAppName: () => Promise<string>;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
  /** What links to acknowledge are signed with. */
  secretKey: string;
  /** Absent: it is looked again and again. */
  writes?: Writes;
  /** A clock that only goes forward, in milliseconds. */
  clock?: () => number;
  /** By which the hours of rules are looked at; absent: the database's time. */
  readNow?: (db: Db) => Promise<Date>;
};

type Look = { rule: RuleRow; found: Found[] };

/**
 * Asks the rules about everything that happens. What a turn takes, what comes of it and the notices are one
 * transaction, so that each thing is told once, wherever the process ends. Processes on one database take turns.
 */
export class AlertWatch {
  readonly #options: Options;
  readonly #clock: () => number;
  readonly #stopped = new AbortController();
  readonly #failing = new Set<string>();
  #loop: Promise<void> = Promise.resolve();
  #lastTurnMs: number;
  #conditionsAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#lastTurnMs = this.#clock();
  }

  start(): void {
    this.#lastTurnMs = this.#clock();
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  /** Takes all that has happened, and writes the notices that are due. Gives whether there was anything to take. */
  async turn({ withConditions = true }: { withConditions?: boolean } = {}): Promise<boolean> {
    const { db } = this.#options.database;
    const looks = withConditions ? await this.#look(db) : [];
    if (looks.length === 0 && !(await hasWork(db))) return false;
    while (await this.#take(looks)) if (this.#stopped.signal.aborted) break;
    return true;
  }

  check(): { ok: boolean; message: string } {
    const seconds = Math.round((this.#clock() - this.#lastTurnMs) / 1000);
    if (seconds * 1000 < STALL_MS) return { ok: true, message: "alert rules are asked" };
    return { ok: false, message: `no alert rule has been asked for ${seconds} s` };
  }

  async #run(): Promise<void> {
    const { log, writes = UNWATCHED } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const mark = writes.mark();
      let isAnyLeft = true;
      try {
        const withConditions = this.#clock() - this.#conditionsAtMs >= CONDITIONS_MS;
        if (withConditions) this.#conditionsAtMs = this.#clock();
        isAnyLeft = await this.turn({ withConditions });
        this.#lastTurnMs = this.#clock();
      } catch (error) {
        log.debug({ err: error }, "cannot ask the alert rules; it is tried again");
      }
      const untilConditionsMs = this.#conditionsAtMs + CONDITIONS_MS - this.#clock();
      const mostMs = isAnyLeft ? PAUSE_MS : Math.max(PAUSE_MS, untilConditionsMs);
      await writes.pause(mark, { leastMs: PAUSE_MS, mostMs }, signal);
    }
  }

  /** One that cannot be looked at changes nothing, and holds nobody up. */
  async #look(db: Db): Promise<Look[]> {
    const { conditions, log } = this.#options;
    const looks: Look[] = [];
    const rules = (await readRules(db)).filter(({ eventType }) => conditions.has(eventType));
    if (rules.length === 0) return [];
    const now = await databaseNow(db);
    for (const rule of rules) {
      const condition = conditions.get(rule.eventType);
      if (condition === undefined) continue;
      try {
        const found = await condition({ db, now }, rule);
        if (found !== null) looks.push({ rule, found });
        this.#failing.delete(rule.eventType);
      } catch (error) {
        if (!this.#failing.has(rule.eventType))
          log.warn(
            { err: error, eventType: rule.eventType },
            "an alert rule's condition cannot be looked at",
          );
        this.#failing.add(rule.eventType);
      }
    }
    return looks;
  }

  /** Gives whether there may be more. */
  async #take(looks: Look[]): Promise<boolean> {
    const { database, outbox, readAppName, appUrl, secretKey, readNow = databaseNow } = this.#options;
    const appName = await readAppName();
    return database.db.transaction(async (db) => {
      const [lock] = await db.execute<{ mine: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`,
      );
      if (lock?.mine !== true) return false;
      const rules = await readRules(db);
      const ctx = { db, now: await databaseNow(db) };
      const hasMoreChanges = await applyChanges(ctx, rules);
      const hasMoreSignals = await applySignals(ctx, rules);
      const hasMoreMatches = await applyLogMatches(ctx, rules);
      for (const { rule, found } of looks.splice(0))
        if (isStill(rule, rules)) await applyFound(ctx, rule, found);
      const keeping = keepingRules(rules, await readNow(db));
      const resting = keeping.filter(({ rests }) => rests).map(({ ruleId }) => ruleId);
      const fired = await fireDueTroubles(db, resting);
      await resolveIncidents(db);
      await tellWaiting({ db, outbox, appName, appUrl, secretKey }, keeping);
      return hasMoreChanges || hasMoreSignals || hasMoreMatches || fired > 0;
    });
  }
}

/** By one statement: most turns of most days find nothing. */
async function hasWork(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ has: boolean }>(sql`
    SELECT EXISTS (SELECT FROM state_changes WHERE NOT is_evaluated) OR EXISTS (SELECT FROM alert_signals)
      OR EXISTS (SELECT FROM alert_log_matches)
      OR EXISTS (SELECT FROM alert_events WHERE notice = 'waiting')
      OR EXISTS (SELECT FROM alert_events WHERE notice = 'kept' AND status <> 'firing') OR EXISTS (SELECT FROM alert_troubles)
      OR EXISTS (SELECT FROM alert_incidents WHERE resolved_at IS NULL) AS has`);
  return row?.has === true;
}

async function readRules(db: Db): Promise<RuleRow[]> {
  // Without a parameter it is one way there and back.
  return db
    .select()
    .from(alertRules)
    .where(sql`${alertRules.enabled}`)
    .orderBy(alertRules.id);
}

function isStill(rule: RuleRow, rules: readonly RuleRow[]): boolean {
  return rules.some(
    ({ id, updatedAt }) => id === rule.id && updatedAt.getTime() === rule.updatedAt.getTime(),
  );
}
