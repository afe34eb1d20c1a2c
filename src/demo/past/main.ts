import { findBundle } from "../../build/place";

/** `bun src/demo/past/main.ts <part>`: as one file where that has been made of these sources. */
await import(findBundle("past") ?? "./past");
