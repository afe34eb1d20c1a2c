export { findDhcpRangeFault } from "./subnets/dhcp-range";
export { syncSubnetOfGroup, type GroupNetwork } from "./subnets/group-sync";
