export { createOperationFeed, type OperationFeed } from "./feed";
export { finishWithFile } from "./file";
export { operationJobs } from "./jobs";
export { Operation } from "./models";
export { ResultFiles } from "./result-files";
export { isCancelled, isGivenUp, OperationRunner, type RunningOperation } from "./run";
export { askToCancel, findOwnOperation, readOperations, unlinkResults } from "./service";
