import type { Database } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import { createOutbox, type Outbox } from "#platform/outbox/outbox";
import { createQuarantine } from "#platform/outbox/quarantine";
import { OutboxWorker, type OutboxObserver, type Result } from "#platform/outbox/worker";
import type { Writes } from "#platform/write-watch";
import { ACCOUNT_MAIL, createAccountMail, readAccountMail, type AccountMail } from "./account-mail";
import { readAlert } from "./alert";
import { deliver } from "./deliver";
import { OK, outcomeOf, type Outcome } from "./delivery/outcome";
import { createOutbound, type Outbound } from "./delivery/outbound";
import { createSenders, type Senders } from "./delivery/senders";
import { createSendMail } from "./delivery/smtp";
import { createMailer } from "./mailer";
import { deliverReportMail, REPORT_MAIL, type Enclosures } from "./report-mail";
import { tellOfQuarantine } from "./quarantine";

/** All that leaves the service, and what waits to. */
export type Notifications = {
  outbound: Outbound;
  senders: Senders;
  accountMail: AccountMail;
  outbox: Outbox;
  worker: OutboxWorker;
};

type Options = {
  database: Database;
  encryption: Encryption;
  log: Logger;
  /** Absent: it is looked again and again for what waits. */
  writes?: Writes;
  observer?: OutboxObserver;
  blocksPrivateTargets: boolean;
  /** PEM files of certificate authorities to trust beside the well-known ones. */
  caFile: string | undefined;
  mailCaFile: string | undefined;
  /** The files of mails that have one; absent: there are none. */
  enclosures?: Enclosures;
  /** How long an answer is waited for; only tests have less. */
  timeoutMs?: number;
};

export function openNotifications(options: Options): Notifications {
  const { database, encryption, log, observer, blocksPrivateTargets, caFile, mailCaFile, timeoutMs } =
    options;
  const { db, sql } = database;
  const { enclosures } = options;
  const outbound = createOutbound({
    blocksPrivateTargets,
    caFile,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const sendMail = createSendMail({ outbound, caFile: mailCaFile });
  const senders = createSenders({ outbound, sendMail });
  const mailer = createMailer({ db, encryption, sendMail });
  const outbox = createOutbox({ encryption });
  const quarantine = createQuarantine({
    db,
    // A mail server that refuses one user's address is no trouble of the others.
    covers: (destination) => destination !== ACCOUNT_MAIL && destination !== REPORT_MAIL,
    onBegin: (tx, failing) => tellOfQuarantine({ outbox, db: tx }, failing),
  });
  const worker = new OutboxWorker({
    sql,
    encryption,
    log,
    quarantine,
    ...(options.writes !== undefined && { writes: options.writes }),
    ...(observer !== undefined && { observer }),
    async deliver({ deliveryId: id, destination, payload }) {
      if (destination === REPORT_MAIL)
        return toResult(await deliverReportMail({ mailer, enclosures }, { id, payload }));
      if (destination !== ACCOUNT_MAIL) {
        const message = { id, ...readAlert(payload) };
        return toResult(await deliver({ db, encryption, senders }, { target: destination, message }));
      }
      const mail = { id, ...readAccountMail(payload) };
      return toResult(
        await outcomeOf(async () => {
          await mailer.send(mail);
          return OK;
        }),
      );
    },
  });
  return { outbound, senders, accountMail: createAccountMail(outbox), outbox, worker };
}

function toResult({ status, detail, isFinal = false, retryAfterSeconds }: Outcome): Result {
  if (status === OK.status) return { isSent: true };
  return {
    isSent: false,
    detail: detail === null ? status : `${status}: ${detail}`,
    isFinal,
    retryAfterSeconds,
  };
}
