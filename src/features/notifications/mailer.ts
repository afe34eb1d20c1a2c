import { readFile } from "node:fs/promises";
import { rootCertificates } from "node:tls";
import { createTransport } from "nodemailer";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import type { NotificationSettings } from "./models";
import { openNotificationSettings } from "./service";

type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /** False while no mail server is named: then nothing can be sent. */
  isConfigured(): Promise<boolean>;
  /** Resolves when the mail server has accepted the mail; throws where it did not, within 15 s of silence. */
  send(mail: Mail): Promise<void>;
};

type Deps = {
  db: Db;
  encryption: Encryption;
  /** PEM file of certificate authorities to trust beside the well-known ones. */
  caFile: string | undefined;
};

const SILENCE_MS = 15_000;
/** TLS from the first byte (RFC 8314 section 3.3). */
const SUBMISSIONS_PORT = 465;
const DEFAULT_SENDER = "netatlas@localhost";

/** Sends by the mail server of the notification settings, read anew for each mail. */
export function createMailer({ db, encryption, caFile }: Deps): Mailer {
  const readSettings = () => openNotificationSettings({ db, encryption });
  return {
    isConfigured: async () => (await readSettings()).smtp_host !== "",
    async send(mail) {
      const settings = await readSettings();
      if (settings.smtp_host === "") throw new Error("no mail server is named in the notification settings");
      const transport = createTransport(await connectionOf(settings, caFile));
      try {
        await transport.sendMail({
          ...mail,
          from: settings.smtp_from || settings.smtp_user || DEFAULT_SENDER,
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } finally {
        transport.close();
      }
    },
  };
}

async function connectionOf(settings: NotificationSettings, caFile: string | undefined) {
  const port = Number(settings.smtp_port);
  const wantsTls = settings.smtp_tls === "true";
  const hasLogin = settings.smtp_user !== "" && settings.smtp_password !== "";
  return {
    host: settings.smtp_host,
    port,
    secure: wantsTls && port === SUBMISSIONS_PORT,
    requireTLS: wantsTls,
    ignoreTLS: !wantsTls,
    ...(hasLogin ? { auth: { user: settings.smtp_user, pass: settings.smtp_password } } : {}),
    ...(caFile === undefined ? {} : { tls: { ca: [...rootCertificates, await readFile(caFile, "utf8")] } }),
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  };
}
