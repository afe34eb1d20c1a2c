import { z } from "zod";
import type { Database, Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import { createOutbox, type Notice, type Outbox } from "#platform/outbox/outbox";
import { OutboxWorker, type OutboxObserver, type Result } from "#platform/outbox/worker";
import { ACCOUNT_MAIL, createAccountMail, readAccountMail, type AccountMail } from "./account-mail";
import { deliver } from "./deliver";
import { OK, outcomeOf, type NoticeEvent, type Outcome } from "./delivery/message";
import { createOutbound, type Outbound } from "./delivery/outbound";
import { createSenders, type Senders } from "./delivery/senders";
import { createSendMail } from "./delivery/smtp";
import { createMailer } from "./mailer";

const AlertPayload = z.object({
  title: z.string(),
  text: z.string(),
  events: z.array(z.looseObject({ event: z.string() })).default([]),
  eventsTotal: z.int().default(0),
});

/** Of one notice; the others are counted. */
const MOST_EVENTS = 100;

type Alert = {
  /** A channel of the settings, or `profile:<id>`. */
  target: string;
  title: string;
  text: string;
  /** What has happened, for programs: a name and what it is about. */
  events?: readonly NoticeEvent[];
} & Pick<Notice, "ruleName" | "deviceId">;

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
  observer?: OutboxObserver;
  blocksPrivateTargets: boolean;
  /** PEM files of certificate authorities to trust beside the well-known ones. */
  caFile: string | undefined;
  mailCaFile: string | undefined;
};

export function openNotifications(options: Options): Notifications {
  const { database, encryption, log, observer, blocksPrivateTargets, caFile, mailCaFile } = options;
  const { db, sql } = database;
  const outbound = createOutbound({ blocksPrivateTargets, caFile });
  const sendMail = createSendMail({ outbound, caFile: mailCaFile });
  const senders = createSenders({ outbound, sendMail });
  const mailer = createMailer({ db, encryption, sendMail });
  const worker = new OutboxWorker({
    sql,
    encryption,
    log,
    ...(observer !== undefined && { observer }),
    async deliver({ deliveryId: id, destination, payload }) {
      if (destination !== ACCOUNT_MAIL) {
        const message = { id, ...AlertPayload.parse(JSON.parse(payload)) };
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
  const outbox = createOutbox({ encryption });
  return { outbound, senders, accountMail: createAccountMail(outbox), outbox, worker };
}

/** Writes an alert for one way out, in the transaction of what it tells. */
export function putAlert(outbox: Outbox, db: Db, given: Alert): Promise<void> {
  const { target, title, text, events = [], ...alert } = given;
  const payload = JSON.stringify({
    title,
    text,
    events: events.slice(0, MOST_EVENTS),
    eventsTotal: events.length,
  });
  return outbox.put(db, { kind: "alert", destination: target, subject: title, payload, ...alert });
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
