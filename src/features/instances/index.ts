export { InstanceList, toInstanceList } from "./models";
export { InstancePresence } from "./presence";
export {
  hasSameKey,
  keyCheckOf,
  listInstances,
  rolesWithoutInstance,
  type Instance,
  type InstanceEntry,
  type InstanceSelf,
} from "./service";
