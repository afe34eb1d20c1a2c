export { toolBelonging } from "./device-belonging";
export { toolDeviceMover } from "./device-mover";
export { toolJobs } from "./jobs";
export { createToolLimit } from "./limit";
export { measureToolResults } from "./kept/figures";
