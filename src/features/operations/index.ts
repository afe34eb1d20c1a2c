export { answerBegun, answerOperation } from "./begin-behind";
export { createOperationFeed, type OperationFeed } from "./feed";
export { finishWithFile } from "./file";
export { operationJobs } from "./jobs";
export { Operation, type OperationKind } from "./models";
export { ResultFiles } from "./result-files";
export { isCancelled, isGivenUp, OperationRunner, type RunningOperation } from "./run";
export { keepOperation, putOperationBack } from "./survive";
export { askToCancel, findOwnOperation, unlinkResults } from "./service";
