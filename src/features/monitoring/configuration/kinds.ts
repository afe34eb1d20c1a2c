import type { ConfigurationKind } from "#features/configuration-kinds";
import type { Encryption } from "#platform/encryption";
import type { WatchedBelonging } from "../watched-belonging";
import { checkKind } from "./checks";
import { dependencyKind } from "./dependencies";
import { monitorKind } from "./monitors";

type Deps = {
  rootAddresses: () => Promise<readonly string[]>;
  encryption: Encryption;
  belongings: readonly WatchedBelonging[];
};

/** What bundles have of monitoring. */
export function monitoringKinds({ rootAddresses, encryption, belongings }: Deps): ConfigurationKind[] {
  return [
    dependencyKind({ rootAddresses }),
    checkKind({ belongings }),
    monitorKind({ encryption, belongings }),
  ];
}
