import type { Db } from "#platform/database";

export type AccountNotice = {
  subject: string;
  /** What was done, as the sentence after the greeting. */
  what: string;
  advice: string;
  /** Where it goes instead of the user's address: to the one that was replaced. */
  to?: string | null;
};

/**
 * Tells a user by mail what was done to the account; nothing where there is no address or no mail server. `db` is the
 * transaction in which it is done: it is told if and only if that stays.
 */
export type AccountNotifier = (db: Db, userId: number, notice: AccountNotice) => Promise<void>;
