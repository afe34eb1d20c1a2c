import { findBundle } from "./build/place";
import { compileLate } from "./platform/compile-policy";
import { isRelay } from "./settings/is-relay";

// Most of what a start runs runs once.
compileLate();
/**
 * What is started: the service, as one file where that has been made of these sources, or, with `UPSTREAM_URL`, a
 * relay, which loads nothing of the rest.
 */
await (isRelay() ? import(findBundle("relay") ?? "./relay") : import(findBundle("main") ?? "./main"));
