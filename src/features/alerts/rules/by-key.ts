import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { Caller } from "#platform/http/guard";
import { findIds, type Keyed } from "#platform/http/upsert";
import { alertRules } from "../tables";
import type { AlertRuleCreate, AlertRuleRead, AlertRuleUpdate } from "./models";
import { createRule, getRule, updateRule } from "./service";

/** An alert rule under its name. */
export function ruleByKey(
  ctx: { actor: Actor; caller: Caller },
  rule: AlertRuleCreate,
): Keyed<AlertRuleRead, AlertRuleUpdate> {
  return {
    key: `alert rule named ${rule.name}`,
    find: (db) => findIds(db, { table: alertRules, where: eq(alertRules.name, rule.name) }),
    read: (db, id) => getRule({ db }, id),
    create: (db) => createRule({ ...ctx, db }, rule),
    update: (db, change) => updateRule({ ...ctx, db }, change),
  };
}
