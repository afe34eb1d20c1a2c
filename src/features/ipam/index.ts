export { findDhcpRangeFault } from "./subnets/dhcp-range";
export { syncSubnetOfGroup, type GroupNetwork } from "./subnets/group-sync";
export { exactInteger, integerText, toExactInteger } from "./exact-integer";
export {
  bitsOf,
  contains,
  countOfParts,
  formatAddress,
  formatPrefix,
  parsePrefix,
  type Prefix,
  prefixAt,
  sizeOf,
  splitPrefix,
  usableInterval,
} from "./prefix";
