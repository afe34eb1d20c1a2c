import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  raw: string;
  /** The body, with soft line breaks and escapes undone. */
  text: string;
  isTls: boolean;
  user: string | null;
};

export type MailServer = {
  port: number;
  /** PEM file of the authority that its certificate comes from. */
  caFile: string;
  received: ReceivedMail[];
  close(): Promise<void>;
};

type Options = {
  /** Must be given by the client, after TLS. */
  login?: { user: string; password: string };
  /** TLS from the first byte. */
  isSecure?: boolean;
  /** Offers no STARTTLS. */
  isPlain?: boolean;
  /** Refuses every recipient. */
  refusesRecipients?: boolean;
  /** While it says so, a mail is taken and its receipt never given. */
  isHoldingReceipts?: () => boolean;
};

let identity: ReturnType<typeof makeIdentity> | undefined;

/** One for all servers of a run: keys take a second. */
function makeIdentity() {
  return generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
}

/** A real SMTP server on a free port of loopback, with a certificate for `localhost` of its own authority. */
export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-mail-"));
  const caFile = join(folder, "ca.pem");
  identity ??= makeIdentity();
  const { private: key, cert } = await identity;
  writeFileSync(caFile, cert);
  const received: ReceivedMail[] = [];
  const { login } = options;
  const server = new SMTPServer({
    key,
    cert,
    secure: options.isSecure ?? false,
    authOptional: login === undefined,
    disabledCommands: options.isPlain ? ["STARTTLS", "AUTH"] : [],
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth({ username, password }, _, done) {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : new Error("Invalid login"), isRight ? { user: username } : undefined);
    },
    onRcptTo(_address, _session, done) {
      done(options.refusesRecipients ? new Error("no such mailbox") : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          text: bodyOf(raw),
          isTls: session.secure,
          user: typeof session.user === "string" ? session.user : null,
        });
        if (options.isHoldingReceipts?.() !== true) done();
      });
    },
  });
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve, reject) => {
    const listener = server.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      if (address === null || typeof address === "string") reject(new Error("no port was given"));
      else resolve(address.port);
    });
  });
  return {
    port,
    caFile,
    received,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function bodyOf(raw: string): string {
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return body;
  return body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
