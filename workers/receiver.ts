import { parentPort, workerData } from "node:worker_threads";
import type { FromThread, ThreadOptions, ToThread } from "../src/features/syslog/receive/threads/protocol";
import { ReceiverThread } from "../src/features/syslog/receive/threads/receiver-thread";
import { collectYoungGarbage } from "../src/platform/young-garbage";

const port = parentPort;
if (port === null) throw new Error("the receiver runs as a worker thread only");

const post = (message: FromThread): void => port.postMessage(message);
const options: ThreadOptions = workerData;
collectYoungGarbage();
const thread = await ReceiverThread.start(options, post);

port.on("message", (message: ToThread) => void thread.obey(message));
