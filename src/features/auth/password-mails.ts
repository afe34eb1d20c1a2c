type Reset = { username: string; email: string; link: string };

const VALIDITY = "It works once, for one hour. A newer mail makes it useless.";

/** To a user who asked for a new password. */
export function resetMail({ username, email, link }: Reset) {
  return {
    to: email,
    subject: "Reset your Netatlas password",
    text: [
      `Hello ${username},`,
      "",
      "somebody, most likely you, asked for a new password for your Netatlas account. Set it here:",
      "",
      link,
      "",
      VALIDITY,
      "If it was not you, you need not do anything: your password stays as it is.",
    ].join("\n"),
  };
}

/** To a user whose password an administrator has replaced. */
export function adminResetMail({ username, email, link }: Reset) {
  return {
    to: email,
    subject: "Your Netatlas password was reset",
    text: [
      `Hello ${username},`,
      "",
      "an administrator has reset the password of your Netatlas account and ended your sessions. Set one of your own here:",
      "",
      link,
      "",
      VALIDITY,
    ].join("\n"),
  };
}

export function resetLink(appUrl: string, token: string): string {
  return `${appUrl}?reset_token=${token}`;
}
