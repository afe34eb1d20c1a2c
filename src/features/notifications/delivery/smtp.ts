import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { withWellKnown } from "#platform/authorities";
import { DEFAULTS } from "../models";
import { lineOf } from "./fitting";
import { linkedTextOf } from "./links";
import { textOf, type Config, type Send } from "./message";
import { OK, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";

export type Mail = {
  /** The same each time that the mail is sent: mail programs show one Message-ID once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  attachments?: { name: string; contentType: string; content: Uint8Array }[];
};

/** Resolves when the mail server of `config` has accepted the mail; throws where it did not, or was silent for 15 s. */
export type SendMail = (config: Config, mail: Mail) => Promise<void>;

type Options = {
  outbound: Outbound;
  /** PEM file of certificate authorities to trust beside the well-known ones. */
  caFile: string | undefined;
  silenceMs?: number;
};

const SILENCE_MS = 15_000;
/** TLS from the first byte (RFC 8314 section 3.3). */
const SUBMISSIONS_PORT = 465;
const DEFAULT_SENDER = "netatlas@localhost";

export function createSendMail({ outbound, caFile, silenceMs = SILENCE_MS }: Options): SendMail {
  return async (config, { id, attachments = [], ...mail }) => {
    const host = textOf(config, "smtp_host");
    const address = await outbound.addressOf(host);
    // With the first mail: it takes 3 MiB, and most of what is told goes elsewhere.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      ...connectionOf(config),
      host: address,
      tls: {
        // The certificate is for the name, whatever address it has.
        ...(isIP(host) === 0 && { servername: host }),
        ...(caFile !== undefined && { ca: withWellKnown(await readFile(caFile, "utf8")) }),
      },
      connectionTimeout: silenceMs,
      dnsTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
    });
    try {
      await transport.sendMail({
        ...mail,
        attachments: attachments.map(({ name, contentType, content }) => ({
          filename: name,
          contentType,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        })),
        from: textOf(config, "smtp_from") || textOf(config, "smtp_user") || DEFAULT_SENDER,
        messageId: `<${id}@netatlas>`,
        headers: { "Auto-Submitted": "auto-generated", "X-Netatlas-Delivery": id },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } finally {
      transport.close();
    }
  };
}

function connectionOf(config: Config) {
  const port = Number(textOf(config, "smtp_port") || DEFAULTS.smtp_port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error("the port is no port");
  const wantsTls = (textOf(config, "smtp_tls") || DEFAULTS.smtp_tls).toLowerCase() === "true";
  const user = textOf(config, "smtp_user");
  // Blanks may belong to it.
  const password = config["smtp_password"];
  const hasLogin = user !== "" && typeof password === "string" && password !== "";
  return {
    port,
    secure: wantsTls && port === SUBMISSIONS_PORT,
    requireTLS: wantsTls,
    ignoreTLS: !wantsTls,
    ...(hasLogin && { auth: { user, pass: password } }),
  };
}

/** Mails to the recipients of the configuration, which commas divide. */
export function createSmtp(sendMail: SendMail): Send {
  return async (config, message) => {
    const to = textOf(config, "smtp_to");
    if (textOf(config, "smtp_host") === "" || to === "") {
      return refusedForGood("SMTP host and recipient address are required");
    }
    await sendMail(config, {
      id: message.id,
      to,
      subject: lineOf(message.title),
      text: linkedTextOf(message),
    });
    return OK;
  };
}
