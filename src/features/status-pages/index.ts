export { statusPageDeviceMover } from "./device-mover";
export { statusPageBelonging } from "./device-belonging";
