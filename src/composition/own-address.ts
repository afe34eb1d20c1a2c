import { hostname } from "node:os";
import type { Settings } from "../settings/settings";

const ANYWHERE = new Set(["", "::", "0.0.0.0"]);

/** An address for a person at this machine to open; one that means all addresses is none. */
export function urlOf(host: string, port: number): string {
  return ANYWHERE.has(host) ? `http://localhost:${port}` : `http://${bracketed(host)}:${port}`;
}

/** How other processes reach this one, without a slash at its end. */
export function instanceUrl(settings: Pick<Settings, "INSTANCE_URL" | "APP_HOST">, port: number): string {
  if (settings.INSTANCE_URL !== undefined) return settings.INSTANCE_URL.replace(/\/+$/, "");
  const host = ANYWHERE.has(settings.APP_HOST) ? hostname() : settings.APP_HOST;
  return `http://${bracketed(host)}:${port}`;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
