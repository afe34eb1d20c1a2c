import { eq } from "drizzle-orm";
import type { Background } from "#platform/background";
import type { Db } from "#platform/database";
import { users } from "#tables/users";
import type { Mailer } from "./mailer";

type Notice = {
  subject: string;
  /** What was done, as the sentence after the greeting. */
  what: string;
  advice: string;
  /** Where it goes instead of the user's address: to the one that was replaced. */
  to?: string | null;
};

/** Tells a user by mail what was done to the account, after the answer; nothing where there is no address or no mail server. */
export type AccountNotifier = (userId: number, notice: Notice) => void;

type Deps = { db: Db; mailer: Mailer; background: Background; appUrl: string };

/** Failures are only logged: what was done stays done. */
export function createAccountNotifier({ db, mailer, background, appUrl }: Deps): AccountNotifier {
  return (userId, notice) => {
    if (notice.to === null) return;
    background.run("tell a user by mail", async () => {
      if (!(await mailer.isConfigured())) return;
      const [user] = await db
        .select({ username: users.username, email: users.email })
        .from(users)
        .where(eq(users.id, userId));
      const to = notice.to ?? user?.email;
      if (user === undefined || to === undefined || to === null) return;
      await mailer.send({ to, subject: notice.subject, text: textOf(user.username, { ...notice, appUrl }) });
    });
  };
}

function textOf(username: string, { what, advice, appUrl }: Notice & { appUrl: string }): string {
  return [`Hello ${username},`, "", what, "", advice, ...(appUrl === "" ? [] : ["", appUrl])].join("\n");
}
