export { findAddressesHeldBy, findHolders } from "./holders";
export { bindingJobs } from "./jobs";
export { AddressHolders } from "./models";
export { type Observation, type ObservationSource, observe } from "./observe";
export { BindingRecorder, type RecorderCounts } from "./recorder";
export { measureBindings } from "./status";
