export { findAddressesHeldBy, findHolders } from "./holders";
export { bindingJobs } from "./jobs";
export { AddressHolders } from "./models";
export { observe } from "./observe";
export { BindingRecorder } from "./recorder";
export { measureBindings } from "./status";
