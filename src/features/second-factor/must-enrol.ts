import type { EnrolmentCondition } from "#features/auth";

/** A user whose role requires a second factor, and who has none. */
export const mustEnrol: EnrolmentCondition = (sql) => sql`
  EXISTS (SELECT FROM second_factor_roles f WHERE f.name = u.role)
    AND NOT EXISTS (SELECT FROM totp_factors t WHERE t.user_id = u.id)
    AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)`;
