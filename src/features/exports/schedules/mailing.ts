import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { NOBODY, recordAudit, type Actor } from "#features/audit";
import { lineOf, putReportMail, readNotificationSettings } from "#features/notifications";
import { findCaller } from "#features/users";
import { ClaimQueue, type Claim } from "#platform/claims";
import type { Database, Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { daysBefore } from "#platform/deletion-clock";
import { ApiError, conflict } from "#platform/errors";
import { may, type Caller } from "#platform/http/guard";
import type { Logger } from "#platform/log";
import type { Outbox } from "#platform/outbox/outbox";
import { createPrintQueue } from "../print-queue";
import type { Period } from "../report/period";
import { periodOf } from "../report/period";
import { collectFor, render, type PrinterOptions } from "../report/print";
import { ReportQuery } from "../report/models";
import { mailedReports, reportSchedules } from "../tables";
import { dueAfter, retryAfter } from "./due";
import { MAILED, requireFewMailed } from "./limit";
import { findRecipients, mailOf, type Recipient } from "./mail";
import { rhythmOf, type ScheduleRow } from "./models";
import { getSchedule } from "./service";

type Options = {
  database: Database;
  printer: Omit<PrinterOptions, "db">;
  outbox: Outbox;
  /** Empty: there is none. */
  appUrl: string;
  log: Logger;
};

/** By whom a run was asked for; absent: by the clock. */
type Asked = { actor: Actor; caller: Caller };

const RENEWS_EVERY_MS = 5000;
const FAR_AHEAD_MS = 400 * 86_400_000;
const USEFUL_SECONDS = 24 * 3600;
const LONGEST_ERROR = 500;

/** The schedule's owner may not have reports: it is to stop. */
class Stopped extends ApiError {
  constructor(reason: string) {
    super(409, reason);
  }
}

/**
 * Makes the reports that are due and writes their mails, together with all other processes on the database: each
 * schedule is run by one of them at a time, and a report with its mails is there whole or not at all.
 */
export class ReportMailing {
  readonly #options: Options;
  readonly #queue: ClaimQueue;
  /** Of people who want one at once. */
  readonly #turns = createPrintQueue({ atOnce: 2, one: "report", many: "reports" });

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new ClaimQueue({ sql: options.database.sql, table: "report_schedules" });
  }

  /** Runs what is due, one after the other. */
  async runDue(signal: AbortSignal): Promise<void> {
    await this.#bringForward();
    const only = this.#options.database.sql`is_enabled`;
    while (!signal.aborted) {
      const [claim] = await this.#queue.claim({ limit: 1, only });
      if (claim === undefined) return;
      // Its row says so, and it is tried again; the others do not wait for that.
      await this.#runClaimed(claim, { signal }).catch((error: unknown) =>
        this.#options.log.warn({ err: error, schedule: claim.id }, "a report by mail failed"),
      );
    }
  }

  /** What is due later than the next time of its rhythm was planned before the clock was set back. */
  async #bringForward(): Promise<void> {
    const { db } = this.#options.database;
    const now = await databaseNow(db);
    const { id, isEnabled, dueAt } = reportSchedules;
    for (const row of await db
      .select()
      .from(reportSchedules)
      .where(and(isEnabled, gt(dueAt, now)))) {
      const next = dueAfter(now, rhythmOf(row));
      if (next < row.dueAt)
        await db
          .update(reportSchedules)
          .set({ dueAt: next })
          .where(and(eq(id, row.id), eq(dueAt, row.dueAt)));
    }
  }

  /**
   * Makes and mails the report at once, whenever it is due, also where the schedule is not enabled.
   * @throws ApiError 404, also for another's; 409 where it is being made, or cannot be mailed; 429 where too many were
   * mailed within an hour, or the caller has too many waiting; 503 where its turn does not come in time.
   */
  async runNow(id: number, asked: Asked, signal: AbortSignal): Promise<void> {
    await getSchedule({ db: this.#options.database.db, caller: asked.caller }, id);
    const only = this.#options.database.sql`id = ${id}`;
    const run = async () => {
      const [claim] = await this.#queue.claim({ limit: 1, aheadMs: FAR_AHEAD_MS, only });
      if (claim === undefined) throw conflict("The report is being made already");
      await this.#runClaimed(claim, { asked, signal });
    };
    await this.#turns.run(asked.caller.userId, run, signal);
  }

  async #runClaimed(claim: Claim, { asked, signal }: { asked?: Asked; signal: AbortSignal }): Promise<void> {
    const lost = new AbortController();
    const renewal = setInterval(() => void this.#renew(claim, lost), RENEWS_EVERY_MS);
    try {
      await this.#mail(claim, { asked, signal: AbortSignal.any([signal, lost.signal]) });
    } catch (error) {
      if (lost.signal.aborted) throw error;
      // Nobody's fault: whoever looks next makes it.
      if (signal.aborted) await this.#queue.release([claim]);
      else await this.#noteFailure(claim, { error, isByHand: asked !== undefined });
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  async #renew(claim: Claim, lost: AbortController): Promise<void> {
    try {
      const held = await this.#queue.renew([claim]);
      if (held.length === 0) lost.abort(new Error("another process has taken over the report"));
    } catch (error) {
      this.#options.log.debug({ err: error }, "cannot renew the lease of a report by mail");
    }
  }

  async #mail(
    claim: Claim,
    { asked, signal }: { asked?: Asked | undefined; signal: AbortSignal },
  ): Promise<void> {
    const { database, printer: printing } = this.#options;
    const { db } = database;
    const row = await readRow(db, claim);
    const owner = await findCaller(db, row.ownerUserId);
    if (owner === undefined) throw new Stopped("The owner of the schedule is deactivated");
    if (!may(owner, "report_export")) throw new Stopped(`${owner.username} may not export reports any more`);
    await requireFewMailed(db, owner.userId);
    if ((await readNotificationSettings({ db })).smtp_host === "")
      throw conflict("No mail server is named in the notification settings");
    const { recipients, missing } = await findRecipients(db, row);
    if (recipients.length === 0) throw conflict(`Nobody can get the report: ${missing.join(", ")}`);
    const now = await databaseNow(db);
    const query = ReportQuery.parse({ days: String(row.days), paper: row.paper, time_zone: row.timeZone });
    const period = periodOf(query, now);
    const printer = { ...printing, db };
    const data = await collectFor(printer, { query, caller: owner, now }, { period, signal });
    const content = await render(printer, data, signal);
    signal.throwIfAborted();
    await db.transaction((tx) =>
      this.#write(tx, {
        claim,
        row,
        owner,
        product: data.product,
        period,
        content,
        recipients,
        missing,
        asked,
      }),
    );
  }

  /**
   * All that comes of a run, in one transaction. Throws where another process has taken the schedule: then nothing of
   * it stays.
   */
  async #write(db: Db, made: Made): Promise<void> {
    const { claim, row, owner, period, content, recipients, missing, asked } = made;
    const now = await databaseNow(db);
    // Its rhythm may have been changed while the report was made.
    const held = and(eq(reportSchedules.id, claim.id), eq(reportSchedules.claimToken, claim.token));
    const [current] = await db.select().from(reportSchedules).where(held).for("update");
    if (current === undefined) throw new Error(`report schedule ${claim.id} is another process's by now`);
    await db
      .update(reportSchedules)
      .set({
        lastRunAt: now,
        lastStatus: "mailed",
        lastError: missing.length === 0 ? null : `Not mailed to all: ${missing.join(", ")}`,
        failures: 0,
        dueAt:
          current.dueAt > now && current.failures === 0 ? current.dueAt : dueAfter(now, rhythmOf(current)),
        leasedUntil: null,
        claimToken: claim.token + 1,
      })
      .where(held);
    const [kept] = await db
      .insert(mailedReports)
      .values({ scheduleId: row.id, content, recipients: recipients.map(({ name }) => name) })
      .returning({ id: mailedReports.id });
    if (kept === undefined) throw new Error("our bug: an insert gave no row");
    const { outbox, appUrl } = this.#options;
    const { subject, text } = mailOf(row, { product: made.product, owner: owner.username, period, appUrl });
    for (const { name: recipient, address: to } of recipients)
      await putReportMail(outbox, db, {
        mail: { to, recipient, subject: lineOf(subject), text, enclosure: kept.id },
        ruleName: row.name,
        usefulForSeconds: USEFUL_SECONDS,
      });
    const actor = asked?.actor ?? { ...NOBODY, username: "report schedule" };
    await recordAudit(
      { db, actor },
      {
        action: MAILED,
        target: `report_schedule:${row.id}`,
        detail: `name=${row.name} owner=${owner.username} recipients=${recipients.length} bytes=${content.byteLength}`,
        after: {
          owner_user_id: owner.userId,
          recipients: recipients.map(({ name, address }) => ({ name, address })),
        },
      },
    );
  }

  /**
   * Says why nothing was mailed. A run of the clock is tried again; where the owner may not have reports, the schedule
   * stops.
   */
  async #noteFailure(
    { id, token }: Claim,
    { error, isByHand }: { error: unknown; isByHand: boolean },
  ): Promise<void> {
    const { db } = this.#options.database;
    const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.id, id));
    if (row === undefined) return;
    const now = await databaseNow(db);
    const failures = row.failures + 1;
    const retry = isByHand ? {} : { failures, dueAt: retryAfter(now, { failures, rhythm: rhythmOf(row) }) };
    await db
      .update(reportSchedules)
      .set({
        lastRunAt: now,
        lastError: wordsOf(error).slice(0, LONGEST_ERROR),
        leasedUntil: null,
        claimToken: token + 1,
        ...(error instanceof Stopped
          ? { lastStatus: "stopped", isEnabled: false }
          : { lastStatus: "failed", ...retry }),
      })
      .where(and(eq(reportSchedules.id, id), eq(reportSchedules.claimToken, token)));
  }
}

type Made = {
  claim: Claim;
  row: ScheduleRow;
  owner: Caller;
  product: string;
  period: Period;
  content: Uint8Array;
  recipients: Recipient[];
  missing: string[];
  asked: Asked | undefined;
};

async function readRow(db: Db, { id }: Claim): Promise<ScheduleRow> {
  const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.id, id));
  if (row === undefined) throw new Error(`report schedule ${id} is gone`);
  return row;
}

/** For people; what else went wrong is in the service's log. */
function wordsOf(error: unknown): string {
  if (error instanceof ApiError && typeof error.detail === "string") return error.detail;
  return "The report could not be made; the service's log says why";
}

const KEPT_DAYS = 2;

/** Lets files go that no mail needs any more, and all that was mailed before the last. */
export async function removeOldReports(db: Db, now: Date): Promise<void> {
  const before = daysBefore(now, KEPT_DAYS);
  await db.execute(sql`
    DELETE FROM ${mailedReports} AS old
    WHERE old.made_at < ${before.toISOString()}::timestamptz
      AND EXISTS (SELECT FROM ${mailedReports} AS later WHERE later.schedule_id = old.schedule_id AND later.made_at > old.made_at)`);
  await db
    .update(mailedReports)
    .set({ content: null })
    .where(and(lt(mailedReports.madeAt, before), isNotNull(mailedReports.content)));
}
