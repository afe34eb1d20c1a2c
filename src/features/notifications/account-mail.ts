import { z } from "zod";
import type { Db } from "#platform/database";
import type { Outbox } from "#platform/outbox/outbox";
import { readNotificationSettings } from "./service";

const AccountMailPayload = z.object({ to: z.string(), subject: z.string(), text: z.string() });
type AccountMailPayload = z.infer<typeof AccountMailPayload>;

/** Where mails to users go: the mail server of the notification settings. */
export const ACCOUNT_MAIL = "account-mail";

/** Mails to users about their accounts, each written in the transaction of what it tells. */
export type AccountMail = {
  /** False while no mail server is named: then nothing is to be written, as it would go out whenever one is. */
  isConfigured(db: Db): Promise<boolean>;
  /** `usefulForSeconds`: how long what it holds, such as a link, works. */
  put(db: Db, mail: AccountMailPayload, options?: { usefulForSeconds?: number }): Promise<void>;
};

export function createAccountMail(outbox: Outbox): AccountMail {
  return {
    isConfigured: async (db) => (await readNotificationSettings({ db })).smtp_host !== "",
    put: (db, mail, options = {}) =>
      outbox.put(db, {
        kind: "account",
        destination: ACCOUNT_MAIL,
        subject: mail.subject,
        payload: JSON.stringify(mail),
        ...options,
      }),
  };
}

export function readAccountMail(payload: string): AccountMailPayload {
  return AccountMailPayload.parse(JSON.parse(payload));
}
