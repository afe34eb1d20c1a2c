import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import { SecondFactorRequired } from "../../src/features/auth/models";
import { TotpConfirmed, TotpEnrolment } from "../../src/features/second-factor/models";
import type { TestService, TestUser } from "./app";

/** What a user's phone shows, so many 30 s steps from now. */
export function codeOf(secret: string, stepsAhead = 0): string {
  const timestamp = Date.now() + stepsAhead * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** A code that is none of those that are good now. */
export function wrongCodeOf(secret: string): string {
  const good = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !good.includes(code)) ?? ""
  );
}

/** Users with a second factor, enrolled through the API of `service`. */
export function secondFactorUsers(service: TestService) {
  /** As if so much time had passed that the codes of now were not used yet. */
  const letTimePass = (user: TestUser) =>
    service.database.sql`UPDATE totp_factors SET last_step = 0 WHERE user_id = ${user.id}`;

  const enrolTotp = async (user: TestUser, token: string) => {
    const body = { password: user.password };
    const started = await service.call("POST /api/v1/auth/me/totp", { token, body });
    const { secret } = TotpEnrolment.parse(started.body);
    const code = codeOf(secret);
    const confirmed = await service.call("POST /api/v1/auth/me/totp/confirm", { token, body: { code } });
    return { secret, codes: TotpConfirmed.parse(confirmed.body).recovery_codes ?? [] };
  };

  /** A user whose authenticator app is enabled, with a session from before. */
  const givenTotpUser = async (wanted: { role?: string } = {}) => {
    const user = await service.givenUser(wanted);
    const token = await service.tokenOf(user);
    const enrolled = await enrolTotp(user, token);
    await letTimePass(user);
    return { user, token, ...enrolled };
  };

  /** The right password's answer: the challenge of the second step. */
  const challengeOf = async (user: TestUser): Promise<string> => {
    const { username, password } = user;
    const answer = await service.call("POST /api/v1/auth/login", { body: { username, password } });
    return SecondFactorRequired.parse(answer.body).challenge_token;
  };

  return { letTimePass, enrolTotp, givenTotpUser, challengeOf };
}

const AuditRow = z.object({ action: z.string(), detail: z.string().nullable() });

/** Actions and details that were recorded of a user, oldest first. */
export async function auditOf(service: TestService, user: TestUser): Promise<string[]> {
  const rows = await service.database.sql`
    SELECT action, detail FROM audit_log WHERE target = ${`user:${user.username}`} ORDER BY id`;
  return rows.map((row) => {
    const { action, detail } = AuditRow.parse(row);
    return detail === null ? action : `${action} ${detail}`;
  });
}
