import { parentPort, workerData } from "node:worker_threads";
import { ScanEngine } from "../src/platform/scan/engine";
import type { FromScanThread, ScanThreadOptions, ToScanThread } from "../src/platform/scan/protocol";

const port = parentPort;
if (port === null) throw new Error("addresses are scanned in a worker thread only");

const options: ScanThreadOptions = workerData;
const post = (message: FromScanThread): void => port.postMessage(message);
const engine = new ScanEngine({
  ...options,
  onReply: (find) => post({ type: "reply", ...find }),
  onAsked: (id, unsent) => post({ type: "asked", id, unsent }),
  onConnected: (id, results) => post({ type: "connected", id, results }),
});

port.on("message", (message: ToScanThread) => {
  if (message.type !== "close") return engine.obey(message);
  engine.close();
  post({ type: "closed" });
});
post({ type: "ready" });
