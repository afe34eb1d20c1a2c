import { asc } from "drizzle-orm";
import { z } from "zod";
import {
  defaultsOf,
  eachOf,
  fieldsOf,
  fromPlainItem,
  named,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Fields,
  type Form,
  type Ids,
  type Names,
} from "#features/configuration-kinds";
import { fromScopeItem, ScopeItem, toScopeItem } from "#features/monitoring";
import { ChannelItems, fromChannels, toChannels } from "#features/notifications";
import { readRequest } from "#features/undo";
import { AlertRuleCreate, AlertRuleUpdate, toRuleFields } from "../rules/models";
import { createRule, deleteRule, updateRule } from "../rules/service";
import { alertRules } from "../tables";

const NOT_OWN = new Set(["device_id", "port_target_id", "monitor_id", "scope", "channels", "escalation"]);
const OWN = Object.keys(AlertRuleCreate.shape).filter((name) => !NOT_OWN.has(name));
const FORM: Form = [
  ...OWN.slice(0, 3),
  { field: "device", column: "device_id", kind: "devices" },
  { field: "check", column: "port_target_id", kind: "checks" },
  { field: "monitor", column: "monitor_id", kind: "monitors" },
  ...OWN.slice(3),
];

const Escalation = z.array(z.strictObject({ after_minutes: z.number(), channels: ChannelItems })).max(5);

/** Alert rules, by name. */
export const RULE_KIND: ConfigurationKind = {
  name: "alert_rules",
  noun: "alert rule",
  key: "its name; of several, by what it is about",
  reads: { permission: "alert_write" },
  writes: { permission: "alert_write" },
  refersTo: ["groups", "sites", "devices", "checks", "monitors", "notification_profiles"],
  isKeyUnique: false,
  fields: {
    ...fieldsOf(AlertRuleCreate.shape, OWN),
    device: named("null: every device, or those of the scope"),
    check: named("null: every one"),
    monitor: named("null: every monitor"),
    scope: ScopeItem,
    channels: ChannelItems,
    escalation: Escalation,
  },
  defaults: {
    ...defaultsOf(AlertRuleCreate.shape, OWN),
    device: null,
    check: null,
    monitor: null,
    scope: null,
    channels: [],
    escalation: [],
  },
  keyOf: (fields) => textOf(fields, "name"),
  tellersOf: (fields) => [textOf(fields, "event_type")],
  nameOf: (fields) => textOf(fields, "name"),
  toItem(fields, names) {
    const item = toPlainItem(FORM, fields, names);
    return {
      ...item,
      ...("scope" in fields && { scope: toScopeItem(fields["scope"], names) }),
      ...("channels" in fields && { channels: toChannels(fields["channels"], names) }),
      ...("escalation" in fields && { escalation: toSteps(fields["escalation"], names) }),
    };
  },
  fromItem(item, ids) {
    const fields = fromPlainItem(FORM, item, ids);
    return {
      ...fields,
      ...("scope" in item && { scope: fromScopeItem(item["scope"], ids) }),
      ...("channels" in item && { channels: fromChannels(item["channels"], { ids, field: ["channels"] }) }),
      ...("escalation" in item && { escalation: fromSteps(item["escalation"], ids) }),
    };
  },
  async read(db) {
    const rows = await db.select().from(alertRules).orderBy(asc(alertRules.id));
    return rows.map((row) => ({ id: row.id, fields: toRuleFields(row) }));
  },
  create: (ctx, things) =>
    eachOf(things, async ({ fields }) => (await createRule(ctx, readRequest(AlertRuleCreate, fields))).id),
  async update(ctx, changes) {
    for (const { id, fields } of changes)
      await updateRule(ctx, { id, changes: readRequest(AlertRuleUpdate, fields) });
  },
  async remove(ctx, gone) {
    for (const { id } of gone) await deleteRule(ctx, { id, isDryRun: false });
  },
};

function toSteps(steps: unknown, names: Names): Fields[] {
  return Escalation.parse(steps).map(({ after_minutes, channels: some }) => ({
    after_minutes,
    channels: toChannels(some, names),
  }));
}

function fromSteps(steps: unknown, ids: Ids): Fields[] {
  return Escalation.parse(steps).map(({ after_minutes, channels: some }, place) => ({
    after_minutes,
    channels: fromChannels(some, { ids, field: ["escalation", place, "channels"] }),
  }));
}
