export { IPAM_NAMES } from "./audit-names";
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
export { listSubnets } from "./subnets/list";
export { insertSubnets, updateSubnetRow } from "./subnets/service";
export { findExpiringReservations, findOnceExpiring } from "./reservations/expiring";
export { findFullSubnets } from "./subnets/full";
export { summarize } from "./summary/service";
export { syncSubnetOfGroup } from "./subnets/group-sync";
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
export { subnetsAtSites } from "./subnets/at-sites";
export { IPAM_KINDS } from "./configuration/kinds";
export { IPAM_UNDOERS } from "./undo/undoers";
