import type { Address } from "./ip";
import { kindOfTarget } from "./target-address";

export type ActiveTargetRule = {
  /** Addresses outside of private networks are targets, too. */
  mayBePublic: boolean;
};

const REFUSED_ALWAYS = "Link-local, metadata and multicast addresses cannot be targets";
const REFUSED_PUBLIC =
  "Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.";

/**
 * Why the service does not send anything to an address on behalf of a user; undefined: it may. For an address that is connected to, not
 * a name that could mean another one a moment later.
 */
export function refusalOfTarget(address: Address, { mayBePublic }: ActiveTargetRule): string | undefined {
  switch (kindOfTarget(address)) {
    case "private":
      return undefined;
    case "public":
    case "reserved":
      return mayBePublic ? undefined : REFUSED_PUBLIC;
    case "link-local":
    case "metadata":
    case "unusable":
      return REFUSED_ALWAYS;
  }
}
