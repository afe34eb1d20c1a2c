export { statusPageDeviceMover } from "./device-mover";
export { statusPageRestorer } from "./restore";
