import { z } from "zod";
import type { Db } from "#platform/database";
import type { Outbox } from "#platform/outbox/outbox";
import { OK, outcomeOf, refusedForGood, type Outcome } from "./delivery/outcome";
import type { Mailer } from "./mailer";

/** A mail with a file that its sender keeps until it has gone out. */
const ReportMail = z.object({
  to: z.string(),
  /** What its sender calls the recipient. */
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Names the file. */
  enclosure: z.string(),
});
export type ReportMail = z.infer<typeof ReportMail>;

/** Where mails with files go: the mail server of the notification settings. */
export const REPORT_MAIL = "report-mail";

export type Enclosure = { name: string; contentType: string; content: Uint8Array };
type Addressed = Pick<ReportMail, "enclosure" | "recipient">;

/** Who keeps the files, and is told how an attempt ended. */
export type Enclosures = {
  /** Undefined: it is not kept any more. */
  read(enclosure: string): Promise<Enclosure | undefined>;
  /** True where the recipient has it already. */
  isSent(mail: Addressed): Promise<boolean>;
  /** `failure`: why it did not go out; null: it did. */
  note(mail: Addressed, failure: string | null): Promise<void>;
};

/** Writes a mail with a file, in the transaction in which the file is kept. */
export function putReportMail(
  outbox: Outbox,
  db: Db,
  { mail, ruleName, usefulForSeconds }: { mail: ReportMail; ruleName: string; usefulForSeconds: number },
): Promise<void> {
  return outbox.put(db, {
    kind: "report",
    destination: REPORT_MAIL,
    subject: mail.subject,
    payload: JSON.stringify(mail),
    ruleName,
    usefulForSeconds,
  });
}

type Delivery = { id: string; payload: string };

/** One attempt, of which the file's keeper is told. */
export async function deliverReportMail(
  { mailer, enclosures }: { mailer: Mailer; enclosures: Enclosures | undefined },
  { id, payload }: Delivery,
): Promise<Outcome> {
  if (enclosures === undefined) return refusedForGood("Nobody keeps the report");
  const mail = ReportMail.parse(JSON.parse(payload));
  if (await enclosures.isSent(mail)) return OK;
  const outcome = await outcomeOf(async () => {
    const file = await enclosures.read(mail.enclosure);
    if (file === undefined) return refusedForGood("The report is not kept any more");
    const { to, subject, text } = mail;
    await mailer.send({ id, to, subject, text, attachments: [file] });
    return OK;
  });
  const { status, detail } = outcome;
  await enclosures.note(
    mail,
    status === OK.status ? null : [status, detail].filter((part) => part !== null).join(": "),
  );
  return outcome;
}
