import { ROLES, readRoles } from "#platform/roles";
import { TRUE } from "./fields";

/** Every variable as it was given, names in capitals. */
type Given = ReadonlyMap<string, string | undefined>;

/**
 * What is wrong by rules that span several settings, one line each. It reads the texts, so that it is told beside
 * settings that cannot be read.
 */
export function togetherProblems(given: Given): string[] {
  return [
    ...placeholders(given),
    ...missingTlsFiles(given),
    ...missingUpstreamKey(given),
    ...missingDatabase(given),
  ];
}

export function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === "";
}

const PLACEHOLDER = /^(change-me|replace-with-)/i;

function placeholders(given: Given): string[] {
  const isProduction = given.get("APP_ENV")?.trim() === "production";
  if (!isProduction) return [];
  return ["SECRET_KEY", "MASTER_KEY"]
    .filter((name) => PLACEHOLDER.test(given.get(name)?.trim() ?? ""))
    .map((name) => `${name}: is a placeholder; give a real secret or leave it unset`);
}

/** Without its files there is no TLS listener that could be asked for. */
function missingTlsFiles(given: Given): string[] {
  if (!TRUE.has(given.get("SYSLOG_TLS_ENABLED")?.trim().toLowerCase() ?? "")) return [];
  return ["SYSLOG_TLS_CERTFILE", "SYSLOG_TLS_KEYFILE"]
    .filter((name) => isBlank(given.get(name)))
    .map((name) => `${name}: is required by SYSLOG_TLS_ENABLED`);
}

/** A relay without a key would receive, and never be rid of it. */
function missingUpstreamKey(given: Given): string[] {
  if (isBlank(given.get("UPSTREAM_URL")) || !isBlank(given.get("UPSTREAM_API_KEY"))) return [];
  return ["UPSTREAM_API_KEY: is required by UPSTREAM_URL"];
}

/** The service's own server serves one process, which then has to do everything. */
function missingDatabase(given: Given): string[] {
  // A relay has no database at all.
  if (!isBlank(given.get("UPSTREAM_URL"))) return [];
  const roles = readRoles(given.get("ROLES") ?? "");
  if (roles === undefined || roles.length === ROLES.length || !isBlank(given.get("DATABASE_URL"))) return [];
  return [
    `DATABASE_URL: is required by ROLES=${roles.join(",")}: who does the rest has to work on the same database`,
  ];
}
