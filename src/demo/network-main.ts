import { findBundle } from "../build/place";

/** `bun src/demo/network-main.ts`: as one file where that has been made of these sources. */
await import(findBundle("network") ?? "./network");
