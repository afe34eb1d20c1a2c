import { asc } from "drizzle-orm";
import {
  defaultsOf,
  fieldsOf,
  fromPlainItem,
  idOf,
  named,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Fields,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { CheckDraft, PortTargetCreate, PortTargetUpdate, toCheckFields } from "../checks/models";
import { insertChecks, lockChecks, removeChecks, updateCheck } from "../checks/service";
import { serviceChecks } from "../tables";
import { fromScopeItem, ScopeItem, toScopeItem } from "./scope-form";
import type { WatchedBelonging } from "../watched-belonging";

const OWN = [
  "label",
  "check_type",
  "port",
  "http_path",
  "http_method",
  "expected_status_min",
  "expected_status_max",
  "timeout_seconds",
  "verify_tls",
  "follow_redirects",
  "options",
  "interval_seconds",
  "retry_interval_seconds",
  "failures_to_down",
  "successes_to_up",
  "enabled",
];
const FORM: Form = [OWN[0] ?? "", { field: "device", column: "device_id", kind: "devices" }, ...OWN.slice(1)];

/** The caller of an apply tells of the change. */
const UNTOLD = { onChange: () => {} };

/** Service checks, by what they are on, their kind and their label. */
export function checkKind({ belongings }: { belongings: readonly WatchedBelonging[] }): ConfigurationKind {
  return {
    name: "checks",
    noun: "check",
    key: "its device (or scope), kind and label; of several, by port",
    reads: "authenticated",
    writes: { permission: "monitoring_write" },
    refersTo: ["groups", "sites", "devices"],
    isKeyUnique: false,
    fields: {
      ...fieldsOf(CheckDraft.shape, OWN),
      device: named("null: every device that is watched, or those of `scope`"),
      scope: ScopeItem,
    },
    defaults: { ...defaultsOf(CheckDraft.shape, OWN), port: null, device: null, scope: null },
    keyOf: (fields) =>
      JSON.stringify([
        idOf(fields, "device_id"),
        fields["scope"] === null,
        fields["check_type"],
        fields["label"],
      ]),
    tellersOf: (fields) => [`${textOf(fields, "check_type")} ${textOf(fields, "port")}`],
    nameOf(fields, names) {
      const id = idOf(fields, "device_id");
      const all = (fields["scope"] ?? null) === null ? "every device" : "chosen devices";
      return `${textOf(fields, "label")} on ${id === null ? all : (names.nameOf("devices", id) ?? "")}`;
    },
    toItem(fields, names) {
      const item = toPlainItem(FORM, fields, names);
      return { ...item, ...("scope" in fields && { scope: toScopeItem(fields["scope"], names) }) };
    },
    fromItem(item, ids) {
      const fields = fromPlainItem(FORM, item, ids);
      const whole = { ...fields, ...("scope" in item && { scope: fromScopeItem(item["scope"], ids) }) };
      return settled(whole);
    },
    async read(db) {
      const rows = await db.select().from(serviceChecks).orderBy(asc(serviceChecks.id));
      return rows.map((row) => ({ id: row.id, fields: toCheckFields(row) }));
    },
    createsAtOnce: 250,
    create: (ctx, things) =>
      insertChecks(
        ctx,
        things.map(({ fields }) => readRequest(PortTargetCreate, fields)),
      ),
    async update(ctx, changes) {
      for (const { id, fields } of changes)
        await updateCheck(
          { ...ctx, ...UNTOLD },
          { id, changes: readRequest(PortTargetUpdate, fields), ifMatch: undefined },
        );
    },
    async remove(ctx, gone) {
      const ids = gone.map(({ id }) => id);
      await removeChecks({ ...ctx, belongings }, await lockChecks(ctx.db, ids));
    },
  };
}

/** What does not concern its kind has the usual value, as when it is written; where the whole is no check, as it is. */
function settled({ port, ...others }: Fields): Fields {
  const fields = port === null || port === undefined ? others : { ...others, port };
  const read = PortTargetCreate.safeParse(fields);
  if (!read.success) return fields;
  const isSaid = (field: string) => Object.hasOwn(others, field) || (field === "port" && port !== undefined);
  return Object.fromEntries(Object.entries(read.data).filter(([field]) => isSaid(field)));
}
