export { OperationFeed } from "./feed";
export { operationJobs } from "./jobs";
export { Operation } from "./models";
export { isCancelled, isGivenUp, OperationRunner, type RunningOperation } from "./run";
export { askToCancel, findOwnOperation, readOperations, unlinkResults } from "./service";
