import { afterAll, describe, expect, test } from "bun:test";
import { createMailer, createOutbound, createSendMail } from "#features/notifications";
import { createEncryption } from "#platform/encryption";
import type { NotificationSettingsUpdate } from "../../../src/features/notifications/models";
import { updateNotificationSettings } from "../../../src/features/notifications/service";
import { freePort } from "../../support/free-port";
import { MASTER_KEY } from "../../support/app";
import { createTestDatabase } from "../../support/database";
import { startMailServer, type MailServer } from "../../support/mail-server";

/** Against real servers. */
const servers: MailServer[] = [];
const encryption = createEncryption(MASTER_KEY);
const NOBODY = {
  userId: null,
  username: null,
  apiKeyId: null,
  sessionId: null,
  clientAddress: null,
  requestId: null,
};
const MAIL = {
  id: "0b5f1b1c-2f6c-4d1e-9a55-6b1f4f0a7d10",
  to: "alice@example.com",
  subject: "Hello",
  text: "one\ntwo ü\n",
};

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

async function givenServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

async function givenMailer(settings: NotificationSettingsUpdate, caFile?: string) {
  const { db } = await createTestDatabase();
  await updateNotificationSettings({ db, encryption, actor: NOBODY }, settings);
  const outbound = createOutbound({ blocksPrivateTargets: false, caFile: undefined });
  return createMailer({ db, encryption, sendMail: createSendMail({ outbound, caFile }) });
}

/** What it was rejected with; undefined: it was not. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const smtp = (server: MailServer) => ({ smtp_host: "localhost", smtp_port: String(server.port) });

describe("a mail", () => {
  test("goes out by STARTTLS, with login, from the sender of the settings", async () => {
    const server = await givenServer({ login: { user: "netatlas", password: "s3cret" } });
    const login = {
      smtp_user: "netatlas",
      smtp_password: "s3cret",
      smtp_from: "Atlas <atlas@example.com>",
    };
    const mailer = await givenMailer({ ...smtp(server), ...login }, server.caFile);
    await mailer.send(MAIL);
    expect(server.received).toMatchObject([
      { from: "atlas@example.com", to: ["alice@example.com"], isTls: true, user: "netatlas" },
    ]);
    const [mail] = server.received;
    const { raw, text } = mail ?? { raw: "", text: "" };
    expect(raw).toContain("From: Atlas <atlas@example.com>\r\n");
    expect(raw).toContain("Subject: Hello\r\n");
    expect(raw).toContain("Auto-Submitted: auto-generated\r\n");
    expect(Buffer.from(text, "latin1").toString("utf8").replaceAll("\r\n", "\n").trim()).toBe("one\ntwo ü");
  });

  test("goes out in plain text only where smtp_tls is false; else a server without STARTTLS is refused", async () => {
    const server = await givenServer({ isPlain: true });
    const demanding = await givenMailer({ ...smtp(server) }, server.caFile);
    expect(await failureOf(demanding.send(MAIL))).toBeInstanceOf(Error);
    expect(server.received).toEqual([]);
    const plain = await givenMailer({ ...smtp(server), smtp_tls: "false" });
    await plain.send(MAIL);
    expect(server.received).toMatchObject([{ isTls: false, user: null, from: "netatlas@localhost" }]);
  });

  test("does not go to a server whose certificate nobody vouches for, or is for another name", async () => {
    const server = await givenServer({ login: { user: "u", password: "p" } });
    const unknown = await givenMailer({ ...smtp(server), smtp_user: "u", smtp_password: "p" });
    expect(String(await failureOf(unknown.send(MAIL)))).toMatch(/self.signed|certificate/i);
    const misnamed = await givenMailer({ ...smtp(server), smtp_host: "127.0.0.1" }, server.caFile);
    expect(await failureOf(misnamed.send(MAIL))).toBeInstanceOf(Error);
    expect(server.received).toEqual([]);
  });

  test("says why where the server refuses the login or the recipient, and never the password", async () => {
    const locked = await givenServer({ login: { user: "u", password: "right" } });
    const wrong = { ...smtp(locked), smtp_user: "u", smtp_password: "a-wrong-secret" };
    const failed = await (
      await givenMailer(wrong, locked.caFile)
    )
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(String(failed)).toContain("Invalid login");
    expect(Bun.inspect(failed)).not.toContain("a-wrong-secret");
    const picky = await givenServer({ refusesRecipients: true });
    const mailer = await givenMailer(smtp(picky), picky.caFile);
    expect(String(await failureOf(mailer.send(MAIL)))).toMatch(/recipient/i);
  });

  test("cannot go where no server is named, or none listens", async () => {
    const nowhere = await givenMailer({});
    expect(String(await failureOf(nowhere.send(MAIL)))).toContain("no mail server is named");
    const closed = await givenMailer({ smtp_host: "127.0.0.1", smtp_port: String(freePort()) });
    expect(await failureOf(closed.send(MAIL))).toBeInstanceOf(Error);
  });

  test("has no header but ours, whatever stands in names and subjects", async () => {
    const server = await givenServer();
    const mailer = await givenMailer(smtp(server), server.caFile);
    await mailer.send({ ...MAIL, subject: "x\r\nBcc: eve@example.com\r\n\r\nbody" });
    expect(server.received).toMatchObject([{ to: ["alice@example.com"] }]);
    expect(server.received[0]?.raw).not.toMatch(/^Bcc:/im);
  });
});
