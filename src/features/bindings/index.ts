export { findAddressesHeldBy, findHolders } from "./holders";
export { findCurrentAddresses } from "./current-addresses";
export { bindingJobs } from "./jobs";
export { openBindingsCsv } from "./csv";
export { AddressHolders, BindingFilter } from "./models";
export { observe, type Observation } from "./observe";
export { BindingRecorder } from "./recorder";
export { measureBindings } from "./status";
