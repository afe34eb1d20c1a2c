import { eq } from "drizzle-orm";
import type { AccountNotice, AccountNotifier } from "#features/users";
import { users } from "#tables/users";
import type { AccountMail } from "./account-mail";

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

function textOf(username: string, { what, advice, appUrl }: AccountNotice & { appUrl: string }): string {
  return [`Hello ${username},`, "", what, "", advice, ...(appUrl === "" ? [] : ["", appUrl])].join("\n");
}
