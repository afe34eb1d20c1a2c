import { parentPort, workerData } from "node:worker_threads";
import { EchoEngine } from "../src/platform/echo/engine";
import type { EchoThreadOptions, FromEchoThread, ToEchoThread } from "../src/platform/echo/protocol";
import { collectYoungGarbage } from "../src/platform/young-garbage";

const port = parentPort;
if (port === null) throw new Error("echo requests are sent in a worker thread only");

const { sockets, requestsPerSecond }: EchoThreadOptions = workerData;
const post = (message: FromEchoThread, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);
const engine = new EchoEngine({
  sockets,
  requestsPerSecond,
  onDone: (id, result) =>
    post({ type: "done", id, result, counters: engine.counters }, [result.numbers.buffer]),
});

port.on("message", (message: ToEchoThread) => {
  if (message.type === "cancel") engine.cancel(message.id);
  else engine.start(message.id, message);
});
post({ type: "ready" });
collectYoungGarbage();
