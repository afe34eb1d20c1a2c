import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createConnection } from "node:net";
import { ADMIN, createApiClient, setUpAdmin, signIn, type ApiClient } from "../support/api-client";
import { openEventStream } from "../support/event-stream-client";
import { openSubscribed } from "../support/live-client";
import { expectBalance } from "../support/numbered-balance";
import { startSender } from "../support/numbered-sender";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(60_000);

/** One of two processes behind a proxy is stopped, as in an upgrade, while it is called and sent to. */
const DRAIN = { DRAIN_SECONDS: "3" };
const PATH = "/api/v1/auth/me";

let replicas: Replicas;
let leaving: ServiceProcess;
let staying: ServiceProcess;
let admin: ApiClient;

beforeAll(async () => {
  replicas = await startReplicas(DRAIN);
  leaving = await replicas.start("api collector worker");
  staying = await replicas.start("api worker");
  admin = await setUpAdmin(leaving.url);
});

afterAll(() => replicas.remove());

/** A proxy that looks for readiness every tenth of a second, and keeps no connection that it was told to close. */
function startProxy(targets: readonly ServiceProcess[]) {
  const ready = new Set(targets.map(({ url }) => url));
  const answers: { url: string; status: number }[] = [];
  const stopped = new AbortController();
  const look = async () => {
    while (!stopped.signal.aborted) {
      for (const { url } of targets) {
        const isReady = await fetch(`${url}/api/v1/health/ready`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (isReady) ready.add(url);
        else ready.delete(url);
      }
      await Bun.sleep(100);
    }
  };
  const call = async () => {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      const urls = [...ready];
      const url = urls[turn % urls.length] ?? "";
      const status = await createApiClient(url, admin.credential)
        .fetch(PATH)
        .then(
          (answer) => answer.status,
          () => 0,
        );
      answers.push({ url, status });
      await Bun.sleep(5);
    }
  };
  const ended = Promise.all([look(), call(), call(), call()]);
  return {
    ready,
    answers,
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

test("a process that is stopped turns red, serves on, and loses no request, no viewer and no line", async () => {
  const proxy = startProxy([leaving, staying]);
  const { credential } = await signIn(leaving.url);
  const live = await openSubscribed(leaving.url, credential["Authorization"]?.replace("Bearer ", "") ?? "");
  const stream = await openEventStream(`${leaving.url}/api/v1/syslog/events/stream`, admin.credential);
  const sender = await startSender({
    transport: "tcp",
    port: leaving.syslogPort,
    first: 0,
    total: 1_000_000,
    rate: 2000,
  });
  await waitFor("lines and answers of both", () => {
    const asked = new Set(proxy.answers.map(({ url }) => url));
    return live.events.length > 1000 && asked.size === 2;
  });

  const stopping = leaving.stop();
  await waitFor("readiness to turn red", () => !proxy.ready.has(leaving.url));
  const served = await createApiClient(leaving.url, admin.credential).fetch(PATH);
  expect(served.status).toBe(200);
  expect(served.headers.get("Connection")).toBe("close");
  expect(live.isClosed()).toBe(false);

  expect(await live.closed).toMatchObject({ code: 1012 });
  await stream.ended;
  expect(await stopping).toBe(0);
  await sender.done;
  await proxy.stop();
  expect(proxy.answers.filter(({ status }) => status !== 200)).toEqual([]);
  const sent = new Set(sender.sent.map(({ sequence }) => sequence));
  const client = createApiClient(staying.url, admin.credential);
  await expectBalance({ client, dataDirectory: staying.dataDirectory }, { sent });
  const { instances } = await client.get<{ instances: { address: string }[] }>("/api/v1/system/instances");
  expect(instances.map(({ address }) => address)).toEqual([staying.url]);
});

/** Sends a request up to the middle of its body; `finish` sends the rest and gives the whole answer. */
async function beginLogin({ httpPort }: ServiceProcess): Promise<{ finish(): Promise<string> }> {
  const body = JSON.stringify(ADMIN);
  const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = createConnection(httpPort, "127.0.0.1");
  const ended = Promise.withResolvers<string>();
  let answer = "";
  socket.on("data", (data) => (answer += String(data)));
  socket.on("close", () => ended.resolve(answer)).on("error", ended.reject);
  await new Promise<void>((resolve) => void socket.write(head + body.slice(0, 10), () => resolve()));
  return {
    finish() {
      socket.write(body.slice(10));
      return ended.promise;
    },
  };
}

const isListening = ({ httpPort }: ServiceProcess) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(httpPort, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

test("a request that runs still when nobody is let in any more gets its answer", async () => {
  const process = await replicas.start("api");
  const login = await beginLogin(process);
  const stopping = process.stop();
  await waitFor("the port to be closed", async () => !(await isListening(process)));
  expect(await login.finish()).toStartWith("HTTP/1.1 200");
  expect(await stopping).toBe(0);
});
