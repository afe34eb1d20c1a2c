import type { Db } from "#platform/database";
import type { AccountNotifier } from "./account-notifier";
import type { UserRow } from "./models";

/** What a change of the mail address needs of what knows mails and links. */
export type EmailChangeDeps = {
  tellUser: AccountNotifier;
  /** Makes every reset link that went to a user by mail useless, in the transaction that it is given. */
  endMailedLinks: (db: Db, userId: number) => Promise<void>;
};

type Change = { before: UserRow; after: UserRow };

/**
 * Reset links that went to a user's former mail address work no more: who reads that mailbox may be why it was changed.
 */
export async function dropMailedLinks(
  { db, endMailedLinks }: { db: Db } & Pick<EmailChangeDeps, "endMailedLinks">,
  { before, after }: Change,
): Promise<void> {
  if (before.email === null || before.email === after.email) return;
  await endMailedLinks(db, after.id);
}

/**
 * In the transaction of the change, tells the former address that mails go elsewhere now: its reader may be the only
 * one who can tell that this is wrong.
 */
export async function tellFormerAddress(
  { db, tellUser }: { db: Db } & Pick<EmailChangeDeps, "tellUser">,
  { before, after }: Change,
): Promise<void> {
  if (before.email === null || before.email === after.email) return;
  const now = after.email === null ? "was removed" : "was replaced by another one";
  await tellUser(db, after.id, {
    to: before.email,
    subject: "The mail address of your account was changed",
    what: `the mail address of your Netatlas account, this one, ${now}. Reset links that were sent here work no more.`,
    advice: "If it was not you, tell your administrator at once.",
  });
}
