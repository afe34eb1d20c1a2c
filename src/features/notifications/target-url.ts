/** Keys whose values are addresses that notices are posted to. That of Apprise has schemes of its own. */
export const TARGET_URL_KEYS: ReadonlySet<string> = new Set([
  "ntfy_url",
  "signal_url",
  "webhook_url",
  "slack_url",
  "teams_url",
  "discord_url",
  "gotify_url",
  "matrix_url",
]);

/**
 * Why such an address is not stored; null: it is, and whether it leads anywhere is said when something is sent. A user
 * and password in it are read for ntfy alone: elsewhere they would be left out, and shown to whoever reads the profile.
 */
export function targetUrlProblem(key: string, text: string): string | null {
  const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return null;
  if (!/^https?$/i.test(scheme)) return "must be an http or https address";
  const url = URL.parse(text);
  const hasUser = url !== null && (url.username !== "" || url.password !== "");
  return hasUser && key !== "ntfy_url" ? "must not hold a user name or password" : null;
}
