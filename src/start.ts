import { isRelay } from "./settings/is-relay";

/** What is started: the service, or, with `UPSTREAM_URL`, a relay, which loads nothing of the rest. */
await (isRelay() ? import("./relay") : import("./main"));
