export { InstanceList, toInstanceList } from "./models";
export { InstancePresence } from "./presence";
export {
  keyCheckOf,
  listInstances,
  rolesWithoutInstance,
  type Instance,
  type InstanceEntry,
} from "./service";
