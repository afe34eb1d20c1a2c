import { sql, type SQL } from "drizzle-orm";
import { users } from "./tables";

/**
 * True for the user of that name. Letters of either case are the same: `Alice` and `alice` are one person to everybody.
 */
export function hasUsername(username: string): SQL {
  return sql`lower(${users.username}) = ${username.toLowerCase()}`;
}
