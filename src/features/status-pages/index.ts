export { statusPageDeviceMover } from "./device-mover";
