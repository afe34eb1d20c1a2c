import { z } from "@hono/zod-openapi";
import { boolean, integer, integerOrNull, number, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { CheckResultOut } from "../results";
import { HTTP_METHODS, httpMethod, statusCode } from "../http-fields";
import type { serviceChecks } from "../tables";
import { CHECK_TYPES, hasCertificate, isHttp, usualPortOf, type CheckType } from "./kinds";
import { CheckScope, ScopeCover } from "./scope";
import { parseOptions, type Options } from "./options";

export const LABEL_LENGTH = 60;

const path = z
  .string()
  .max(200)
  .transform((text) => text.trim() || null)
  .superRefine((text, context) => {
    const message = text === null ? undefined : problemOfPath(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .nullable()
  .openapi({
    type: ["string", "null"],
    maxLength: 200,
    example: "/health",
    description: "null: `/`. Of `http` and `https`",
  });

function problemOfPath(text: string): string | undefined {
  if (!text.startsWith("/")) return "HTTP path must start with /";
  return /[\s#\p{Cc}]/u.test(text) ? "HTTP path contains invalid characters" : undefined;
}

const seconds = (limits: { min: number; max: number }) =>
  integer(limits)
    .nullable()
    .openapi({ type: ["integer", "null"], minimum: limits.min, maximum: limits.max });

const options = z
  .record(z.string().max(64), z.union([z.string().max(65_536), z.number(), z.boolean()]))
  .openapi({
    type: "object",
    additionalProperties: { type: ["string", "number", "boolean"] },
    description: "what only this kind of check has: see docs/service-checks.md",
    example: { name: "www.example.com", record_type: "A" },
  });

const fields = {
  device_id: integerOrNull().openapi({
    description: "null: every device that is watched, or those of `scope`",
  }),
  scope: CheckScope.nullable(),
  port: integer({ min: 1, max: 65_535 }).openapi({
    description: "of `dns`, `smtp`, `imap`, `ssh`, `ntp` and `snmp` it may be left out: the usual one",
  }),
  label: z.string().trim().min(1).max(LABEL_LENGTH).openapi({ example: "Web server" }),
  check_type: z.enum(CHECK_TYPES),
  http_path: path,
  http_method: httpMethod,
  expected_status_min: statusCode,
  expected_status_max: statusCode,
  timeout_seconds: number({ min: 1, max: 30 })
    .nullable()
    .openapi({
      type: ["number", "null"],
      minimum: 1,
      maximum: 30,
      description:
        "null: 5 s of `http` and `https`, what the SNMP profile says of `snmp`, 2 s of all others; `tcp`, `udp` and `dhcp` always have 2 s",
    }),
  verify_tls: boolean().openapi({ description: "of `https`, `smtp` and `imap`" }),
  follow_redirects: boolean(),
  enabled: boolean(),
  options,
  interval_seconds: seconds({ min: 20, max: 86_400 }).openapi({
    description: "null: as often as the devices themselves are checked",
  }),
  retry_interval_seconds: seconds({ min: 5, max: 86_400 }).openapi({
    description: "between checks while a result is not confirmed; null: the engine's",
  }),
  failures_to_down: integer({ min: 1, max: 20 }).openapi({
    description: "failures in a row that make it `down`",
  }),
  successes_to_up: integer({ min: 1, max: 20 }).openapi({
    description: "successes in a row that make it `up` again",
  }),
};

/** Fields that only HTTP has, as other kinds have them whatever was sent. */
const WITHOUT_HTTP: {
  http_path: null;
  http_method: "GET";
  expected_status_min: number;
  expected_status_max: number;
  follow_redirects: boolean;
} = {
  http_path: null,
  http_method: "GET",
  expected_status_min: 200,
  expected_status_max: 399,
  follow_redirects: true,
};

/** They wait as long as the protocol's own usage has it. */
const FIXED_TIMEOUT: readonly string[] = ["tcp", "udp", "dhcp"];

export const CheckDraft = z.object({
  ...fields,
  device_id: fields.device_id.default(null),
  scope: fields.scope.default(null),
  port: fields.port.optional(),
  check_type: fields.check_type.default("tcp"),
  http_path: fields.http_path.default(WITHOUT_HTTP.http_path),
  http_method: fields.http_method.default(WITHOUT_HTTP.http_method),
  expected_status_min: fields.expected_status_min.default(WITHOUT_HTTP.expected_status_min),
  expected_status_max: fields.expected_status_max.default(WITHOUT_HTTP.expected_status_max),
  timeout_seconds: fields.timeout_seconds.default(null),
  verify_tls: fields.verify_tls.default(false),
  follow_redirects: fields.follow_redirects.default(WITHOUT_HTTP.follow_redirects),
  enabled: fields.enabled.default(true),
  options: fields.options.default({}),
  interval_seconds: fields.interval_seconds.default(null),
  retry_interval_seconds: fields.retry_interval_seconds.default(null),
  failures_to_down: fields.failures_to_down.default(2),
  successes_to_up: fields.successes_to_up.default(1),
});
type Draft = z.output<typeof CheckDraft>;
/** What is checked, wherever that is. */
type Definition = Omit<Draft, "device_id" | "scope">;

/** Brings what does not concern the kind of check to its usual value, then holds the fields against each other. */
function settled<Given extends Definition>(given: Given, context: z.core.$RefinementCtx<Given>) {
  const { check_type: kind } = given;
  const options = parseOptions(kind, given.options);
  for (const issue of options.error?.issues ?? []) {
    context.addIssue({ ...issue, path: ["options", ...issue.path] });
  }
  const check = {
    ...given,
    ...(isHttp(kind) ? {} : WITHOUT_HTTP),
    verify_tls: given.verify_tls && hasCertificate(kind),
    ...(FIXED_TIMEOUT.includes(kind) ? { timeout_seconds: null } : {}),
    options: storedOptions(options.data),
  };
  const { expected_status_min: least, expected_status_max: most } = check;
  const refuse = (field: keyof Definition, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (least > most) refuse("expected_status_min", "expected_status_min must be <= expected_status_max");
  const port = given.port ?? usualPortOf(kind, check.options["tls"] === "implicit");
  if (port === undefined)
    context.addIssue({ code: "invalid_type", expected: "number", path: ["port"], input: port });
  else if (kind === "dhcp" && port !== 67) refuse("port", "DHCP checks use server port 67");
  else if (kind === "snmp" && port !== 161)
    refuse("port", "SNMP checks are of port 161; another stands in the device's SNMP profile");
  return { ...check, port: port ?? 0 };
}

function storedOptions(options: Options<CheckType> = {}): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

export const PortTargetCreate = CheckDraft.refine(
  ({ check_type: kind, device_id: deviceId }) => kind !== "dhcp" || deviceId !== null,
  {
    path: ["device_id"],
    message: "DHCP checks must target a specific device",
  },
)
  .refine(({ scope, device_id: deviceId }) => scope === null || deviceId === null, {
    path: ["scope"],
    message: "a check of one device has no scope: device_id must be null",
  })
  .transform(settled)
  .openapi("PortTargetCreate");
export type PortTargetCreate = z.output<typeof PortTargetCreate>;

/** A check without the device that it is of. */
export const ServiceCheckDefinition = CheckDraft.omit({ device_id: true, scope: true })
  .transform(settled)
  .openapi("ServiceCheckDefinition");
export type ServiceCheckDefinition = z.output<typeof ServiceCheckDefinition>;

export const PortTargetUpdate = z.object(fields).partial().openapi("PortTargetUpdate", {
  description: "Absent fields keep their value; the options too, unless the kind of check changes.",
});
export type PortTargetUpdate = z.output<typeof PortTargetUpdate>;

const count = z.int();

export const TargetCounts = z
  .object({
    up: count,
    down: count,
    unknown: count,
    unreachable: count,
    maintenance: count,
    paused: count,
  })
  .openapi("TargetCounts", {
    description: "how many of the devices on which it is checked are in each state",
  });
export type TargetCounts = z.infer<typeof TargetCounts>;

const observed = {
  covers: ScopeCover.nullable().openapi({ description: "null: it has no scope" }),
  targets: TargetCounts,
  last_result: CheckResultOut.nullable().openapi({ description: "null unless it is checked on one device" }),
};

export const PortTargetOut = z
  .object({
    id: z.int(),
    device_id: z.int().nullable(),
    scope: CheckScope.nullable(),
    port: z.int(),
    label: z.string(),
    check_type: z.string().openapi({ enum: [...CHECK_TYPES] }),
    http_path: z.string().nullable(),
    http_method: z.string().openapi({ enum: [...HTTP_METHODS] }),
    expected_status_min: z.int(),
    expected_status_max: z.int(),
    timeout_seconds: z.number().nullable(),
    verify_tls: z.boolean(),
    follow_redirects: z.boolean(),
    enabled: z.boolean(),
    options,
    interval_seconds: z.int().nullable(),
    retry_interval_seconds: z.int().nullable(),
    failures_to_down: z.int(),
    successes_to_up: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
    ...observed,
  })
  .openapi("PortTargetOut");
export type PortTargetOut = z.infer<typeof PortTargetOut>;

/** What checks find does not change their definition. */
export const CHECK_VERSION = { without: Object.keys(observed) };

export const PortTargetQuery = z.object({
  device_id: integer().optional().openapi({
    description:
      "checks that run on this device: its own and those of every device; states are this device's",
  }),
  ...pagingFields,
});
export type PortTargetQuery = z.output<typeof PortTargetQuery>;

export type CheckRow = typeof serviceChecks.$inferSelect;
/** A check without what is observed. */
export type CheckFields = Omit<PortTargetOut, keyof typeof observed>;

export function toCheckFields(row: CheckRow): CheckFields {
  return {
    id: row.id,
    device_id: row.deviceId,
    scope: row.scope === null ? null : toScope(row.scope),
    port: row.port,
    label: row.label,
    check_type: row.checkType,
    http_path: row.httpPath,
    http_method: row.httpMethod,
    expected_status_min: row.expectedStatusMin,
    expected_status_max: row.expectedStatusMax,
    timeout_seconds: row.timeoutSeconds,
    verify_tls: row.verifyTls,
    follow_redirects: row.followRedirects,
    enabled: row.enabled,
    options: row.options,
    interval_seconds: row.intervalSeconds,
    retry_interval_seconds: row.retryIntervalSeconds,
    failures_to_down: row.failuresToDown,
    successes_to_up: row.successesToUp,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** In the order of the API, as the database has its own. */
function toScope({ types, tags, group_ids, site_ids, networks }: CheckScope): CheckScope {
  return { types, tags, group_ids, site_ids, networks };
}

/** The columns of a check's own fields. */
export function toCheckColumns(check: PortTargetCreate) {
  return {
    deviceId: check.device_id,
    scope: check.scope,
    port: check.port,
    label: check.label,
    checkType: check.check_type,
    httpPath: check.http_path,
    httpMethod: check.http_method,
    expectedStatusMin: check.expected_status_min,
    expectedStatusMax: check.expected_status_max,
    timeoutSeconds: check.timeout_seconds,
    verifyTls: check.verify_tls,
    followRedirects: check.follow_redirects,
    enabled: check.enabled,
    options: check.options,
    intervalSeconds: check.interval_seconds,
    retryIntervalSeconds: check.retry_interval_seconds,
    failuresToDown: check.failures_to_down,
    successesToUp: check.successes_to_up,
  };
}
