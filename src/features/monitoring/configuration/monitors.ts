import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import {
  defaultsOf,
  fieldsOf,
  textOf,
  type ConfigurationKind,
  type Creation,
  type Fields,
  type Ids,
  type Names,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import type { Encryption } from "#platform/encryption";
import { invalid } from "#platform/errors";
import { pick } from "#platform/put-back";
import { readMembers } from "../group/members";
import { MonitorCreate, MonitorDraft, MonitorUpdate, SECRET_NAMES } from "../monitors/models";
import { openSecrets, toMonitorFields } from "../monitors/monitor-rows";
import { insertMonitors, lockMonitors, removeMonitors, updateMonitorFields } from "../monitors/service";
import { monitors } from "../tables";
import type { WatchedBelonging } from "../watched-belonging";

const NOT_OWN = new Set<string>([...SECRET_NAMES, "members", "url"]);
const OWN = Object.keys(MonitorDraft.shape).filter((name) => !NOT_OWN.has(name));
const FIELDS = ["name", "kind", "url", ...OWN.filter((name) => name !== "name" && name !== "kind")];

const text = z.string().min(1).max(1024);
const MemberItem = z.union([
  z.strictObject({ device: text }),
  z.strictObject({ monitor: text }),
  z.strictObject({ check: text, device: text.optional() }),
]);
const Members = z.array(MemberItem).max(200);

const StoredMembers = z.array(
  z.object({ kind: z.string(), id: z.number(), device_id: z.number().nullable() }),
);

/** Monitors, by name. */
export function monitorKind({
  encryption,
  belongings,
}: {
  encryption: Encryption;
  belongings: readonly WatchedBelonging[];
}): ConfigurationKind {
  return {
    name: "monitors",
    noun: "monitor",
    key: "its name; of several, by kind and URL",
    reads: "authenticated",
    writes: { permission: "monitoring_write" },
    refersTo: ["devices", "checks", "monitors"],
    isKeyUnique: false,
    secretNames: SECRET_NAMES,
    fields: {
      ...fieldsOf(MonitorDraft.shape, FIELDS),
      url: z.string().max(2048).openapi({ description: "of `http`, which needs it; the others have none" }),
      members: Members.openapi({ description: "of `group`: devices, checks (on a device) and monitors" }),
    },
    defaults: {
      ...defaultsOf(MonitorDraft.shape, OWN),
      url: "",
      members: [],
      expected_status_min: 200,
      expected_status_max: 399,
      accepted_status_codes: "200-399",
    },
    keyOf: (fields) => textOf(fields, "name"),
    tellersOf: (fields) => [`${textOf(fields, "kind")} ${textOf(fields, "url")}`.trim()],
    nameOf: (fields) => textOf(fields, "name"),
    namesOwn: (fields) =>
      StoredMembers.parse(fields["members"] ?? []).flatMap(({ kind, id }) =>
        kind === "monitor" ? [id] : [],
      ),
    toItem: (fields, names) => ({
      ...pick(fields, FIELDS),
      ...("members" in fields && { members: toMembers(fields["members"], names) }),
    }),
    fromItem: (item, ids) => ({
      ...pick(item, FIELDS),
      ...("members" in item && { members: fromMembers(item["members"], ids) }),
    }),
    async read(db) {
      const rows = await db.select().from(monitors).orderBy(asc(monitors.id));
      const members = await readMembers(
        db,
        rows.flatMap(({ id, kind }) => (kind === "group" ? [id] : [])),
      );
      return rows.map((row) => {
        const fields = toMonitorFields(row, members(row.id));
        const secrets = SECRET_NAMES.filter((name) => fields[`has_${name}`]);
        return { id: row.id, fields, secrets };
      });
    },
    async openSecrets(db, id) {
      const [row] = await db.select().from(monitors).where(eq(monitors.id, id));
      if (row === undefined) return {};
      const { request_headers: headers, ...others } = openSecrets(encryption, row);
      const opened = Object.entries(others).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      );
      return {
        ...Object.fromEntries(opened),
        ...(headers !== null && { request_headers: JSON.stringify(headers) }),
      };
    },
    createsAtOnce: 250,
    async create(ctx, things) {
      const wanted = things.map((thing) => readRequest(MonitorCreate, withSecrets(thing)));
      return (await insertMonitors({ ...ctx, encryption }, wanted)).map(({ id }) => id);
    },
    async update(ctx, changes) {
      for (const change of changes) {
        const wanted = readRequest(MonitorUpdate, withSecrets(change));
        await updateMonitorFields(
          { ...ctx, encryption },
          { id: change.id, changes: wanted, ifMatch: undefined },
        );
      }
    },
    async remove(ctx, gone) {
      const ids = gone.map(({ id }) => id);
      await removeMonitors({ ...ctx, belongings }, await lockMonitors(ctx.db, ids));
    },
  };
}

/** As the API takes them: headers as a mapping; no URL of what has none. */
function withSecrets({ fields, secrets }: Creation): Fields {
  const { url, ...rest } = fields;
  const { request_headers: headers, ...others } = secrets;
  return {
    ...rest,
    ...(url !== undefined && url !== "" && { url }),
    ...others,
    ...(headers !== undefined && { request_headers: headersOf(headers) }),
  };
}

function headersOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const msg = "Value error, request_headers must be JSON: a mapping of names to values";
    throw invalid([{ loc: ["body", "secrets"], msg, type: "value_error" }]);
  }
}

function toMembers(members: unknown, names: Names): Fields[] {
  return StoredMembers.parse(members).map(({ kind, id, device_id: on }) => {
    if (kind === "device") return { device: names.nameOf("devices", id) };
    if (kind === "monitor") return { monitor: names.nameOf("monitors", id) };
    const check = names.nameOf("checks", id);
    return on === null ? { check } : { check, device: names.nameOf("devices", on) };
  });
}

function fromMembers(given: unknown, ids: Ids): Fields[] {
  return Members.parse(given).map((member, place) => {
    const id = (kind: string, name: string, field: string) => ids.idOf(kind, name, ["members", place, field]);
    if ("monitor" in member)
      return { kind: "monitor", id: id("monitors", member.monitor, "monitor"), device_id: null };
    if (!("check" in member))
      return { kind: "device", id: id("devices", member.device, "device"), device_id: null };
    const { check, device } = member;
    const on = device === undefined ? null : id("devices", device, "device");
    return { kind: "service_check", id: id("checks", check, "check"), device_id: on };
  });
}
