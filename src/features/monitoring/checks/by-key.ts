import { and, eq, isNull, sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { serviceChecks } from "../tables";
import type { ChangeSignal } from "../change-signal";
import type { PortTargetCreate, PortTargetOut, PortTargetUpdate } from "./models";
import { createCheck, getCheck, updateCheck } from "./service";

/** A service check under where it runs (one device, a scope, everywhere), its kind and its label. */
export function checkByKey(
  { actor, signal }: { actor: Actor; signal: ChangeSignal },
  check: PortTargetCreate,
): Keyed<PortTargetOut, PortTargetUpdate> {
  const { deviceId, scope, checkType, label } = serviceChecks;
  const where = and(
    check.device_id === null ? isNull(deviceId) : eq(deviceId, check.device_id),
    check.scope === null ? isNull(scope) : sql`${scope} = ${JSON.stringify(check.scope)}::jsonb`,
    eq(checkType, check.check_type),
    eq(label, check.label),
  );
  const place = check.device_id ?? (check.scope === null ? "all" : JSON.stringify(check.scope));
  return {
    key: `check type=${check.check_type} device=${place} label=${check.label}`,
    find: (db) => findIds(db, { table: serviceChecks, where }),
    read: (db, id) => getCheck({ db }, id),
    create: (db) => createCheck({ db, actor, onChange: signal(db) }, check),
    update: (db, change) => updateCheck({ db, actor, onChange: signal(db) }, change),
    shown: (changes) => (changes.options === undefined ? changes : { ...changes, options: check.options }),
  };
}
