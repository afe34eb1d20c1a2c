import { signToken, type TokenSubject } from "./tokens";

/**
 * How long things live. A session ends when it was not refreshed for `refreshTokenDays`, at the latest after
 * `sessionMaxDays`.
 */
export type SessionLives = {
  accessTokenMinutes: number;
  refreshTokenDays: number;
  sessionMaxDays: number;
};

export type Tokens = {
  accessToken: string;
  accessSeconds: number;
  refreshToken: string;
  refreshSeconds: number;
  csrfToken: string;
  /** Marks the browser as one that the user has signed in with; undefined: the one it has stays. */
  deviceToken?: string;
};

/** A pair that is going to be signed: times are Unix seconds. */
export type TokenPlan = {
  subject: TokenSubject;
  refreshId: string;
  issuedAt: number;
  accessEndsAt: number;
  refreshEndsAt: number;
};

const DAY_SECONDS = 86_400;

/** Plans the next pair of a session that began at `startedAt` (Unix seconds). */
export function planTokens(
  subject: TokenSubject,
  startedAt: number,
  { accessTokenMinutes, refreshTokenDays, sessionMaxDays }: SessionLives,
): TokenPlan {
  const issuedAt = Math.floor(Date.now() / 1000);
  const sessionEndsAt = startedAt + sessionMaxDays * DAY_SECONDS;
  return {
    subject,
    refreshId: crypto.randomUUID(),
    issuedAt,
    accessEndsAt: Math.min(issuedAt + accessTokenMinutes * 60, sessionEndsAt),
    refreshEndsAt: Math.min(issuedAt + refreshTokenDays * DAY_SECONDS, sessionEndsAt),
  };
}

/** Signs what was planned, with a new CSRF token beside it. */
export async function signTokens(plan: TokenPlan, secretKey: string): Promise<Tokens> {
  const { subject, issuedAt } = plan;
  const [accessToken, refreshToken] = await Promise.all([
    signToken(
      subject,
      { type: "access", id: crypto.randomUUID(), issuedAt, expiresAt: plan.accessEndsAt },
      secretKey,
    ),
    signToken(
      subject,
      { type: "refresh", id: plan.refreshId, issuedAt, expiresAt: plan.refreshEndsAt },
      secretKey,
    ),
  ]);
  return {
    accessToken,
    accessSeconds: plan.accessEndsAt - issuedAt,
    refreshToken,
    refreshSeconds: plan.refreshEndsAt - issuedAt,
    csrfToken: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url"),
  };
}

/** The value of a `timestamptz` column for a time of a plan. */
export function toInstant(unixSeconds: number): Date {
  return new Date(unixSeconds * 1000);
}
