/** Which actions are sign-in events, and what the login history calls them. */
const RESULTS = new Map([
  ["auth.login_success", "Success"],
  ["auth.oidc_login_success", "Success"],
  ["auth.logout", "Logout"],
  ["auth.login_failed", "Failed"],
  ["auth.second_factor_failed", "Failed"],
  ["auth.oidc_login_failed", "Failed"],
  ["auth.login_blocked", "Blocked (rate limit)"],
  ["auth.login_blocked_sso_required", "Blocked (SSO required)"],
]);

export const LOGIN_ACTIONS = [...RESULTS.keys()];

const UNKNOWN = "—";

export const LOGIN_HISTORY_COLUMNS = ["time", "user", "result", "ip_address"];

type SignInEvent = {
  action: string;
  actorName: string | null;
  target: string | null;
  clientAddress: string | null;
  createdAt: Date;
};

/** A row of the login history: who signed in is the actor or, where nobody did, the name that was tried. */
export function toLoginHistoryRow(event: SignInEvent): string[] {
  const tried = event.target?.startsWith("user:") ? event.target.slice("user:".length) : "";
  return [
    event.createdAt.toISOString(),
    event.actorName ?? (tried || UNKNOWN),
    RESULTS.get(event.action) ?? event.action,
    event.clientAddress ?? UNKNOWN,
  ];
}
