export { idempotencyJobs } from "./jobs";
export { createIdempotencyStore } from "./service";
