export { neighbourDeviceMover } from "./device-mover";
export { measureNeighbours } from "./figures";
export { neighbourJobs } from "./jobs";
export { NeighbourScanner } from "./schedule/scanner";
export { mayBeSamePort } from "./links/same-link";
export { LLDP_SCHEDULE_UNDOERS } from "./schedule/undo";
