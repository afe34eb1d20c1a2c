export { toolDeviceMover } from "./device-mover";
export { toolJobs } from "./jobs";
export { measureToolResults } from "./kept/figures";
