export { InstanceList, toInstanceList, type AskedInstance, type InstanceReport } from "./models";
export { askInstances, type InstancesContext } from "./peer-report";
export { InstancePresence } from "./presence";
export {
  hasSameKey,
  keyCheckOf,
  listInstances,
  rolesWithoutInstance,
  type InstanceEntry,
  type InstanceSelf,
} from "./service";
