import type { InstalledVersion } from "#features/system";
import changelog from "../../CHANGELOG.md" with { type: "text" };
import packageManifest from "../../package.json" with { type: "json" };
import type { Settings } from "../settings/settings";

/** What runs here, without a leading `v`. */
export function installedVersion(settings: Settings): InstalledVersion {
  const version = settings.APP_VERSION || packageManifest.version;
  return { version: version.replace(/^v/, "") || "dev", channel: settings.APP_CHANNEL, changelog };
}
