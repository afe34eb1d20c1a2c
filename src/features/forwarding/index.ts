export { forwardingDeviceMover } from "./device-mover";
export { findAttachments } from "./attachments";
export { forwardingJobs } from "./jobs";
export { Attachment } from "./models";
export { observationsOfArpOf } from "./observations";
export { arpPoller, forwardingPoller, type KeepObservations } from "./pollers";
export { measureForwarding } from "./status";
