import type { ConfigurationKind } from "#features/configuration-kinds";
import type { Encryption } from "#platform/encryption";
import { CHECK_KIND } from "./checks";
import { dependencyKind } from "./dependencies";
import { monitorKind } from "./monitors";

type Deps = { rootAddresses: () => Promise<readonly string[]>; encryption: Encryption };

/** What bundles have of monitoring. */
export function monitoringKinds({ rootAddresses, encryption }: Deps): ConfigurationKind[] {
  return [dependencyKind({ rootAddresses }), CHECK_KIND, monitorKind({ encryption })];
}
