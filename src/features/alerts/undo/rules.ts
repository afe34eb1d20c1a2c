import { eq } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { readRequest, restoreRow, undoersOf, type ObjectKind, type Undoer } from "#features/undo";
import { monitors, serviceChecks } from "#tables/monitoring";
import { devices } from "#tables/topology";
import { AlertRuleCreate, AlertRuleUpdate, toRuleColumns, toRuleFields } from "../rules/models";
import { deleteRule, findRule, requireLogReader, requireRuleRoom, updateRule } from "../rules/service";
import { alertRules } from "../tables";

const RULES: ObjectKind = {
  permission: "alert_write",
  actions: {
    created: ["alerts.rule_created"],
    updated: ["alerts.rule_updated"],
    deleted: ["alerts.rule_deleted"],
  },
  stored: { table: alertRules },
  targetOf: (id) => `alert_rule:${id}`,
  nameOf: ({ name }) => (typeof name === "string" ? name : null),
  references: { device_id: devices, port_target_id: serviceChecks, monitor_id: monitors },
  comparable: (fields) => fields,
  async find(db, id) {
    const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id)).for("update");
    return row && toRuleFields(row);
  },
  async change({ db, actor, caller }, { id, fields }) {
    await updateRule({ db, actor, caller }, { id, changes: readRequest(AlertRuleUpdate, fields) });
  },
  async remove({ db, actor }, id) {
    await deleteRule({ db, actor }, { id, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const input = readRequest(AlertRuleCreate, before);
    requireLogReader(run, input.event_type);
    await requireRuleRoom(run.db);
    const columns = { ...toRuleColumns(input), createdAt: before["created_at"] };
    if (!(await restoreRow(run, { table: alertRules, id, columns, about }))) return undefined;
    const row = await findRule(run.db, id);
    await recordAudit(run, {
      action: "alerts.rule_created",
      target: `alert_rule:${id}`,
      detail: row.name,
      after: toRuleFields(row),
    });
    return {};
  },
};

/** How changes of alert rules are taken back. */
export const RULE_UNDOERS: readonly Undoer[] = undoersOf(RULES);
