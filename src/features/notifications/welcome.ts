import type { Db } from "#platform/database";
import type { AccountMail } from "./account-mail";

type Deps = { accountMail: AccountMail; appUrl: string };

/**
 * Mails a new user that the account exists, without its password, where there is an address and a mail server. `db` is
 * the transaction that makes the account.
 */
export async function welcomeUser(
  { accountMail, appUrl }: Deps,
  db: Db,
  { username, email }: { username: string; email: string | null },
): Promise<void> {
  if (email === null || !(await accountMail.isConfigured(db))) return;
  await accountMail.put(db, welcomeMail({ username, email, appUrl }));
}

function welcomeMail({ username, email, appUrl }: { username: string; email: string; appUrl: string }) {
  return {
    to: email,
    subject: "Your Netatlas account",
    text: [
      "Hello,",
      "",
      `an account was made for you on Netatlas. Your user name is: ${username}`,
      ...(appUrl === "" ? [] : [`Sign in at: ${appUrl}`]),
      "",
      "Your administrator tells you the password. Change it after you have signed in.",
    ].join("\n"),
  };
}
