export { renameDeviceType } from "./devices/service";
export { listDevices } from "./devices/list";
export { DeviceRead } from "./devices/models";
export { listSites } from "./sites/service";
export { readDevices } from "./read-devices";
export { canonicalMacAddress } from "./devices/mac-address";
export { RelationshipRead } from "./links/models";
export { listRelationships } from "./links/service";
