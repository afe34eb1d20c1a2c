import { findBundle } from "../build/place";
import { compileLate } from "../platform/compile-policy";

compileLate();

/** `bun run demo`: as one file where that has been made of these sources. */
await import(findBundle("demo") ?? "./demo");
