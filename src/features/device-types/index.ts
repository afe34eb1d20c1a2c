export { DEVICE_TYPE_KINDS } from "./configuration/device-types";
