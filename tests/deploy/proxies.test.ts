import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { makeIdentity } from "../support/certificates";
import { openLive } from "../support/live-client";
import { patient } from "../support/patience";
import { freePort } from "../support/free-port";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(patient(60_000));

/** The proxies of deploy/proxy in front of the running service, with other ports, names and certificates. */

const DEPLOY = join(import.meta.dir, "../../deploy");
const WHO = { username: "admin", password: "correct horse battery staple" };
const tls = { rejectUnauthorized: false };

const scratch = mkdtempSync(join(tmpdir(), "netatlas-proxies-"));
let service: ServiceProcess;
let client: ApiClient;

beforeAll(async () => {
  service = await startService({
    // A service that is known by a name asks for its setup token when its database is a quarter of an hour old.
    fromNothing: true,
    environment: {
      APP_URL: "https://localhost",
      TRUSTED_PROXY_IPS: '["127.0.0.1"]',
      AUTH_COOKIE_SECURE: "true",
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
    },
  });
  client = await setUpAdmin(service.url);
  const { certificate, key } = await makeIdentity("localhost");
  writeFileSync(join(scratch, "netatlas.crt"), certificate);
  writeFileSync(join(scratch, "netatlas.key"), key);
  writeFileSync(join(scratch, "netatlas.pem"), `${certificate}\n${key}`);
});

afterAll(async () => {
  await service.remove();
  rmSync(scratch, { recursive: true, force: true });
});

type Ports = { http: number; https: number; syslog: number };
type Proxy = {
  program: string;
  configure: (ports: Ports) => string;
  command: (file: string) => string[];
};

const read = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");

const PROXIES: Proxy[] = [
  {
    program: "/usr/sbin/haproxy",
    configure: ({ http, https, syslog }) =>
      read("proxy/haproxy.cfg")
        .replace("log /dev/log local0", "log stdout format raw local0")
        .replace("bind :80\n", `bind 127.0.0.1:${http}\n`)
        .replace("bind :443", `bind 127.0.0.1:${https}`)
        .replace("bind :6514", `bind 127.0.0.1:${syslog}`)
        .replaceAll("/etc/haproxy", scratch)
        .replace("127.0.0.1:8080", `127.0.0.1:${service.httpPort}`)
        .replace("127.0.0.1:1514", `127.0.0.1:${service.syslogPort}`),
    command: (file) => ["-db", "-f", file],
  },
  {
    program: "/usr/sbin/nginx",
    configure: ({ http, https }) => `
      pid ${scratch}/nginx.pid;
      events {}
      http {
        access_log off;
        ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${scratch}/${name};`).join("\n")}
        ${read("proxy/nginx.conf")
          .replace("listen 80;", `listen 127.0.0.1:${http};`)
          .replace("listen 443 ssl;", `listen 127.0.0.1:${https} ssl;`)
          .replaceAll("netatlas.example", "localhost")
          .replaceAll("/etc/nginx", scratch)
          .replace("127.0.0.1:8080", `127.0.0.1:${service.httpPort}`)}
      }`,
    command: (file) => ["-g", "daemon off;", "-e", "stderr", "-c", file],
  },
  {
    program: "/usr/bin/caddy",
    configure: ({ http, https }) =>
      `{
        admin off
        http_port ${http}
        https_port ${https}
        storage file_system ${scratch}/caddy
      }
      ${read("proxy/Caddyfile")
        .replace(
          "netatlas.example {",
          `https://localhost {\n\ttls ${scratch}/netatlas.crt ${scratch}/netatlas.key`,
        )
        .replace("127.0.0.1:8080", `127.0.0.1:${service.httpPort}`)}`,
    command: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
];

describe.each(PROXIES)("$program", ({ program, configure, command }) => {
  const isThere = Bun.spawnSync(["test", "-x", program]).exitCode === 0;
  if (!isThere) console.log(`SKIPPED ${program}: it is not installed`);

  let url: string;
  let ports: Ports;
  let proxy: Bun.Subprocess;

  beforeAll(async () => {
    if (!isThere) return;
    ports = { http: freePort(), https: freePort(), syslog: freePort() };
    url = `https://localhost:${ports.https}`;
    const file = join(scratch, `${program.split("/").at(-1)}.conf`);
    writeFileSync(file, configure(ports));
    proxy = Bun.spawn([program, ...command(file)], {
      env: { ...process.env, HOME: scratch },
      stdout: "ignore",
      stderr: "ignore",
    });
    await waitFor("the proxy to pass requests on", async () => {
      if (proxy.exitCode !== null) throw new Error(`${program} ended with ${proxy.exitCode}`);
      return fetch(`${url}/api/v1/health/ready`, { tls }).then(
        (answer) => answer.status === 200,
        () => false,
      );
    });
  });

  afterAll(async () => {
    proxy?.kill("SIGTERM");
    await proxy?.exited;
  });

  test.skipIf(!isThere)("leads from http to https", async () => {
    const answer = await fetch(`http://localhost:${ports.http}/syslog`, { redirect: "manual" });
    expect([301, 302, 308]).toContain(answer.status);
    expect(answer.headers.get("location")).toStartWith("https://localhost");
  });

  test.skipIf(!isThere)("lets people sign in with secure cookies, known by their own address", async () => {
    const body = JSON.stringify(WHO);
    const answer = await Bun.$`curl --silent --show-error --insecure --include --interface 127.0.0.2 \
      --header ${"Content-Type: application/json"} --data ${body} https://127.0.0.1:${ports.https}/api/v1/auth/login \
      --header ${"Host: localhost"} --connect-to ::127.0.0.1:`.text();
    expect(answer).toContain("access_token");
    const cookies = answer.split("\r\n").filter((line) => /^set-cookie:/i.test(line));
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((cookie) => !cookie.includes("Secure"))).toEqual([]);
    const { records } = await client.get<{ records: { ip_address: string }[] }>("/api/v1/audit/logs?limit=1");
    expect(records.map(({ ip_address: address }) => address)).toEqual(["127.0.0.2"]);
  });

  test.skipIf(!isThere)("passes the live stream on as it comes, by WebSocket and as events", async () => {
    const { access_token: token } = await client.send<{ access_token: string }>(
      "POST",
      "/api/v1/auth/login",
      WHO,
    );
    const live = await openLive(url, [token, { v: 1, filter: {} }], { tls });
    const leaving = new AbortController();
    const stream = await fetch(`${url}/api/v1/syslog/events/stream`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: leaving.signal,
      tls,
    });
    expect(stream.status).toBe(200);
    const text = { received: "" };
    const reading = collect(stream, text);
    const mark = `through ${program} ${crypto.randomUUID()}`;
    await waitFor("the viewer to be subscribed", async () => live.controls.length > 0);
    await sendLine(service.syslogPort, `<13>Nov 28 12:00:00 fw1 test: ${mark}`);
    await waitFor("the line on the WebSocket", async () => JSON.stringify(live.events).includes(mark));
    await waitFor("the line on the event stream", async () => text.received.includes(mark));
    live.close();
    leaving.abort();
    await reading;
  });

  test.skipIf(!isThere || !program.endsWith("haproxy"))("takes lines over TLS", async () => {
    const mark = crypto.randomUUID();
    const socket = connectTls({ host: "127.0.0.1", port: ports.syslog, ...tls });
    await once(socket, "secureConnect");
    socket.end(`<13>Nov 28 12:00:00 fw1 test: ${mark}\n`);
    await waitUntilStored(client);
    await waitFor("the line to be found", async () => {
      const found = await client.get<{ items: unknown[] }>(`/api/v1/syslog/events?q=${mark}`);
      return JSON.stringify(found).includes(mark);
    });
  });
});

async function sendLine(port: number, line: string): Promise<void> {
  const socket = createConnection({ host: "127.0.0.1", port });
  await once(socket, "connect");
  socket.end(`${line}\n`);
}

async function collect(response: Response, text: { received: string }): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) text.received += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
  }
}
