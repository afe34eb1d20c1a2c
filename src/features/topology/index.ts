export { TOPOLOGY_NAMES } from "./audit-names";
export { findDeviceAgent, type DeviceAgent } from "./devices/agent";
export { WATCHED_AT, watchedAt } from "./devices/watched-at";
export { findDevicesOfAddresses, type NamedDevice } from "./devices/of-addresses";
export { profileDevices } from "./devices/of-profile";
export { topologyKinds } from "./configuration/kinds";
export { topologyUndoers } from "./undo/undoers";
export type { DeviceBelonging } from "./devices/belonging";
export type { SiteBelonging } from "./sites/belonging";
export type { GroupNetwork } from "./groups/subnet-sync";
export { listDeviceNames, readAffectedDevices } from "./device-names";
export { topologyJobs } from "./jobs";
export { noteMonitoring, type MonitoringNote } from "./devices/note-monitoring";
export { renameDeviceType } from "./devices/service";
export { listDevices } from "./devices/list";
export { DeviceFilter } from "./devices/list-models";
export { deviceFilter } from "./devices/filters";
export { SiteCreate, SiteUpdate } from "./sites/models";
export { createSite, listSites, updateSite } from "./sites/service";
export { readDevices } from "./read-devices";
export { RelationshipCreate, RelationshipRead, RelationshipUpdate } from "./links/models";
export { listNamedLinks, NamedLink } from "./links/named";
export {
  createRelationship,
  insertRelationships,
  listRelationships,
  updateRelationship,
} from "./links/service";
export { loadVendorLookup, type VendorLookup } from "./devices/vendor";
export { strictHostname } from "./devices/fields";
export { DeviceCreate, DeviceRead, DeviceUpdate } from "./devices/models";
export { createDevice, updateDevice } from "./devices/service";
export { writeDevices, type DeviceWrite } from "./devices/many";
export { requireDevice, requireGroup, requireSite, requireSnmpProfile } from "./devices/references";
export { TopologyGroupCreate, TopologyGroupUpdate } from "./groups/models";
export { createGroup, getGroup, updateGroup } from "./groups/service";
export { indexKnown } from "./import/known-devices";
export { importAlone } from "./import/alone";
export { createDeviceIndex, type DeviceIndex } from "./import/match";
export { isLocallyAdministered } from "./devices/vendor-registry";
export { findHolders, type KeyHolder } from "./identities/live";
export { keysOfAgent, noteIdentities, type SeenKey } from "./identities/note";
export type { DeviceMover, Merge, Moved } from "./merge/mover";
