import type { Db } from "#platform/database";
import type { RuleRow } from "../rules/models";
import type { Coverage } from "../watch/coverage";
import type { Trouble } from "../watch/trouble";

export type ConditionContext = {
  db: Db;
  /** The database's time. */
  now: Date;
};

/** What there is to be found, with all that rules can name of it. */
export type Found = Trouble &
  Parameters<Coverage>[1] & {
    /** True: it was found among what the rule is about alone, whatever it names of that. */
    isCovered?: boolean;
  };

/**
 * Finds what is not as a rule wants it to be at this moment, whether or not it was so before. What is found anew
 * begins, what is not found any more is over. It reads no more than what may be in trouble, and gives 5,000 at most.
 * Null: what is so cannot be known at this moment, and nothing changes.
 */
export type Condition = (ctx: ConditionContext, rule: RuleRow) => Promise<Found[] | null>;
