import type { Background } from "#platform/background";
import type { Mailer } from "./mailer";

type Deps = { mailer: Mailer; background: Background; appUrl: string };

/** Mails a new user that the account exists, without its password, where there is an address and a mail server. Failures are only logged. */
export function welcomeUser(
  { mailer, background, appUrl }: Deps,
  { username, email }: { username: string; email: string | null },
): void {
  if (email === null) return;
  background.run("mail a welcome", async () => {
    if (await mailer.isConfigured()) await mailer.send(welcomeMail({ username, email, appUrl }));
  });
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
