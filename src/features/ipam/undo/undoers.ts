import { undoersOf, type Undoer } from "#features/undo";
import { ASSIGNMENTS, POOLS } from "./external";
import { LEASES_UNDOER } from "./lease";
import { EXPIRED_UNDOER, RESERVATIONS } from "./reservation";
import { SUBNETS } from "./subnet";

/** How changes of subnets, reservations, leases and public addresses are taken back. */
export const IPAM_UNDOERS: readonly Undoer[] = [
  ...undoersOf(SUBNETS),
  ...undoersOf(RESERVATIONS),
  EXPIRED_UNDOER,
  LEASES_UNDOER,
  ...undoersOf(POOLS),
  ...undoersOf(ASSIGNMENTS),
];
