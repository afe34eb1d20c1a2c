import { eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { users } from "#tables/users";
import type { AccountMail } from "./account-mail";

type Notice = {
  subject: string;
  /** What was done, as the sentence after the greeting. */
  what: string;
  advice: string;
  /** Where it goes instead of the user's address: to the one that was replaced. */
  to?: string | null;
};

/**
 * Tells a user by mail what was done to the account; nothing where there is no address or no mail server. `db` is the
 * transaction in which it is done: it is told if and only if that stays.
 */
export type AccountNotifier = (db: Db, userId: number, notice: Notice) => Promise<void>;

type Deps = { accountMail: AccountMail; appUrl: string };

export function createAccountNotifier({ accountMail, appUrl }: Deps): AccountNotifier {
  return async (db, userId, notice) => {
    if (notice.to === null || !(await accountMail.isConfigured(db))) return;
    const [user] = await db
      .select({ username: users.username, email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    const to = notice.to ?? user?.email;
    if (user === undefined || to === undefined || to === null) return;
    const text = textOf(user.username, { ...notice, appUrl });
    await accountMail.put(db, { to, subject: notice.subject, text });
  };
}

function textOf(username: string, { what, advice, appUrl }: Notice & { appUrl: string }): string {
  return [`Hello ${username},`, "", what, "", advice, ...(appUrl === "" ? [] : ["", appUrl])].join("\n");
}
