export { statusPageDeviceMover } from "./device-mover";
export { statusPageBelonging, statusPageWatchedBelonging } from "./device-belonging";
export { STATUS_PAGE_UNDOERS } from "./undo";
