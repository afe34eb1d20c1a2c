import { FFIType } from "bun:ffi";
import { parentPort } from "node:worker_threads";
import {
  lookAfter,
  noteWatched,
  sleepInSilence,
} from "../../../../../src/features/syslog/receive/sockets/shared-looks";
import { openCLibrary } from "../../../../../src/platform/c-library";
import { MSG_DONTWAIT } from "../../../../../src/platform/message-headers";

/** What a look found, and how long ago the one before was; or what was asked, and how long ago the last look was. */
export type Told = { port: number } | { look: number; gapMs: number } | { answer: string; gapMs: number };

const library = openCLibrary({
  dup: { args: [FFIType.i32], returns: FFIType.i32 },
  recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64_fast },
});
if (library === null) throw new Error("only on Linux");
const { dup, recv } = library.symbols;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
const tell = (told: Told): void => parentPort?.postMessage(told);

let isSleepAllowed = true;
sleepInSilence(() => isSleepAllowed);
const owner = await Bun.udpSocket({ hostname: "127.0.0.1" });
const watched = "fd" in owner && typeof owner.fd === "number" ? owner.fd : -1;
noteWatched(watched);
// As a bulk reader: from here on the runtime does not wait for what it reads.
const descriptor = dup(watched);
const { port } = owner;
owner.close();

const bytes = new Uint8Array(100);
let lookedAtMs = performance.now();

function look(): void {
  const gapMs = performance.now() - lookedAtMs;
  lookedAtMs += gapMs;
  tell({ look: Math.max(0, Number(recv(descriptor, bytes, bytes.length, MSG_DONTWAIT))), gapMs });
  lookAfter(100, look, descriptor);
}

parentPort?.on("message", (answer: string) => {
  if (answer === "stay awake") isSleepAllowed = false;
  tell({ answer, gapMs: performance.now() - lookedAtMs });
});
tell({ port });
look();
