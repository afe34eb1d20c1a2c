export { readAddressClaims, type AddressClaim } from "./addresses/claims";
export { findAddressConflicts } from "./conflicts/service";
export { ipamJobs } from "./jobs";
export { listLeases } from "./leases/list";
export { DhcpLeaseOut } from "./leases/models";
export { listReservations } from "./reservations/list";
export {
  IpReservationCreate,
  IpReservationOut,
  IpReservationUpdate,
  toReservationFields,
} from "./reservations/models";
export { reserveEach } from "./reservations/reserve";
export { updateReservation } from "./reservations/service";
export { SubnetCreate, SubnetOut, SubnetUpdate, toSubnetFields } from "./subnets/models";
export { insertSubnets, listSubnets, updateSubnetRow } from "./subnets/service";
export { findExpiringReservations, findOnceExpiring } from "./reservations/expiring";
export { findFullSubnets } from "./subnets/full";
export { summarize } from "./summary/service";
export { findDhcpRangeFault } from "./subnets/dhcp-range";
export { syncSubnetOfGroup, type GroupNetwork } from "./subnets/group-sync";
export { exactInteger, integerText, toExactInteger } from "./exact-integer";
export {
  bitsOf,
  contains,
  countOfParts,
  type Family,
  formatAddress,
  formatPrefix,
  type HostAddress,
  parseHostAddress,
  parsePrefix,
  type Prefix,
  prefixAt,
  sizeOf,
  splitPrefix,
  usableInterval,
} from "./prefix";
export { assignSubnets } from "./undo/subnet";
export { IPAM_UNDOERS } from "./undo/undoers";
