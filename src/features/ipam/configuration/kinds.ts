import type { ConfigurationKind } from "#features/configuration-kinds";
import { RESERVATION_KIND } from "./reservations";
import { SUBNET_KIND } from "./subnets";

/** What bundles have of address management. */
export const IPAM_KINDS: readonly ConfigurationKind[] = [SUBNET_KIND, RESERVATION_KIND];
