export { OperationFeed } from "./feed";
export { operationJobs } from "./jobs";
export type { Operation } from "./models";
export { OperationRunner, type RunningOperation } from "./run";
export { askToCancel, findOwnOperation, unlinkResults } from "./service";
