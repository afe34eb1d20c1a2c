import { TRUE } from "./fields";

type Given = ReadonlyMap<string, string | undefined>;

/**
 * What is wrong with settings that belong together, a line each. It reads the texts, so that it is told beside settings
 * that cannot be read.
 */
export function brokenRules(given: Given): string[] {
  return [...placeholders(given), ...missingTlsFiles(given), ...missingUpstreamKey(given)];
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
