import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { Mail, SendMail } from "./delivery/smtp";
import { openNotificationSettings } from "./service";

export type Mailer = {
  /** Resolves when the mail server has accepted the mail; throws where it did not, within 15 s of silence. */
  send(mail: Mail): Promise<void>;
};

type Deps = { db: Db; encryption: Encryption; sendMail: SendMail };

/** Sends by the mail server of the notification settings, read anew for each mail. */
export function createMailer({ db, encryption, sendMail }: Deps): Mailer {
  return {
    async send(mail) {
      const settings = await openNotificationSettings({ db, encryption });
      if (settings.smtp_host === "") throw new Error("no mail server is named in the notification settings");
      await sendMail(settings, mail);
    },
  };
}
