import type { ConfigurationKind } from "#features/configuration-kinds";
import type { Encryption } from "#platform/encryption";
import { profileKind } from "./profiles";
import { notificationSettingsKind } from "./settings";

/** What bundles have of the ways out. */
export function notificationKinds(deps: { encryption: Encryption }): ConfigurationKind[] {
  return [profileKind(deps), notificationSettingsKind(deps)];
}
