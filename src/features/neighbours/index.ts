export { neighbourJobs } from "./jobs";
export { NeighbourScanner } from "./schedule/scanner";
