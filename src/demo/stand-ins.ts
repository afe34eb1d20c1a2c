import { createSocket } from "node:dgram";
import { once } from "node:events";
import { decode, encode } from "dns-packet";
import { createAgent, MaxAccess, MibProviderType, ObjectType } from "net-snmp";
import { makeIdentity } from "./certificate";
import { addressOf, DATA_CENTRE_DEVICES } from "./data-centre";
import { addForwarding } from "./forwarding";
import { addInterfaces } from "./interfaces";
import { addNeighbours } from "./lldp";
import { addChassis, addUps } from "./measures";
import { batteryCharge, isOff, SEARCH_IS_SLOW, WEB_2_REFUSES } from "./rhythm";

/** What listens at the addresses of the data centre, each at a port that needs no rights. */
export const PORTS = {
  web: 8081,
  portal: 8444,
  ssh: 2222,
  smtp: 2525,
  postgresql: 5432,
  dns: 5300,
  snmp: 1161,
} as const;

/** The community of the data centre's SNMP agents. */
export const COMMUNITY = "netatlas-demo";

export const OIDS = { interfaces: "1.3.6.1.2.1.2.1", batteryCharge: "1.3.6.1.2.1.33.1.2.4" } as const;
export const CORE_INTERFACES = 54;

/** One that refuses: it was never set up. */
const WITHOUT_SSH = "fra-hv-3";
const BATTERY_EVERY_MS = 5000;
/** Where customers see their orders, by TLS; nobody has renewed its certificate. */
export const PORTAL = "fra-web-1";
const CERTIFICATE_DAYS = 9.5;

type Closable = { close: () => unknown };

/** Whether this system takes the whole of 127.0.0.0/8 as its own, as Linux does; others have 127.0.0.1 alone. */
export async function canStandIn(): Promise<boolean> {
  try {
    const socket = await Bun.udpSocket({ hostname: addressOf("fra-web-1"), port: 0 });
    socket.close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Begins to answer for the data centre; gives what ends it. What cannot be opened, as its port is taken, is told and is
 * then down in the demo.
 */
export async function startStandIns(tell: (problem: string) => void): Promise<() => Promise<void>> {
  const open: Closable[] = [];
  const begin = async (what: string, start: () => Closable | Promise<Closable>) => {
    try {
      open.push(await start());
    } catch (error) {
      tell(`${what} cannot listen: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const { hostname, ip_address: address, tags } of DATA_CENTRE_DEVICES) {
    const [role = ""] = tags;
    const has = (...roles: string[]) => roles.includes(role);
    if (has("core", "leaf", "web", "db", "mail", "dns", "hv") && hostname !== WITHOUT_SSH)
      await begin(`SSH of ${hostname}`, () => greet(address, PORTS.ssh, "SSH-2.0-OpenSSH_10.0\r\n"));
    if (has("web")) await begin(`the web server ${hostname}`, () => serveShop(hostname, address));
    if (hostname === PORTAL) await begin(`the portal on ${hostname}`, () => servePortal(address));
    if (has("mail")) await begin(`the mail server ${hostname}`, () => serveMail(address));
    if (has("db")) await begin(`the database ${hostname}`, () => greet(address, PORTS.postgresql, ""));
    if (has("dns")) await begin(`the name server ${hostname}`, () => serveNames(address));
    if (has("core", "leaf")) await begin(`SNMP of ${hostname}`, () => serveInterfaces(hostname, address));
    if (has("ups")) await begin(`SNMP of ${hostname}`, () => serveBattery(hostname, address));
  }
  return async () => {
    await Promise.all(open.map((one) => one.close()));
  };
}

/** Says its piece to whoever connects, and listens on. */
function greet(hostname: string, port: number, words: string): Closable {
  const listener = Bun.listen({
    hostname,
    port,
    socket: { open: (socket) => void (words !== "" && socket.write(words)), data: () => undefined },
  });
  return { close: () => listener.stop(true) };
}

function serveShop(name: string, hostname: string): Closable {
  const server = Bun.serve({
    hostname,
    port: PORTS.web,
    async fetch({ url }) {
      const now = Date.now();
      const { pathname } = new URL(url);
      await Bun.sleep(12 + Math.random() * 35);
      if (name === "fra-web-2" && isOff(WEB_2_REFUSES, now)) return new Response("draining", { status: 503 });
      switch (pathname) {
        case "/health":
          return Response.json({ status: "ok", release: "2026.11.3", queue: Math.floor(Math.random() * 20) });
        case "/search":
          if (isOff(SEARCH_IS_SLOW, now)) await Bun.sleep(900);
          return Response.json({ hits: 128, index: { age_seconds: Math.floor((now / 1000) % 240) } });
        default:
          return new Response("<!doctype html><title>Shop</title><p>412 articles in stock</p>", {
            headers: { "Content-Type": "text/html; charset=utf-8" },
          });
      }
    },
  });
  return { close: () => server.stop(true) };
}

function servePortal(hostname: string): Closable {
  const server = Bun.serve({
    hostname,
    port: PORTS.portal,
    tls: makeIdentity("portal.shop.example.com", CERTIFICATE_DAYS),
    fetch: () =>
      new Response("<!doctype html><title>Portal</title>", { headers: { "Content-Type": "text/html" } }),
  });
  return { close: () => server.stop(true) };
}

function serveMail(hostname: string): Closable {
  const listener = Bun.listen({
    hostname,
    port: PORTS.smtp,
    socket: {
      open: (socket) => void socket.write("220 fra-mail-1.example.com ESMTP\r\n"),
      data(socket, octets) {
        const command = octets.toString().trim().toUpperCase();
        if (command.startsWith("EHLO"))
          socket.write("250-fra-mail-1.example.com\r\n250-PIPELINING\r\n250 8BITMIME\r\n");
        else if (command === "QUIT") socket.end("221 Bye\r\n");
        else socket.write("502 Not in this demo\r\n");
      },
    },
  });
  return { close: () => listener.stop(true) };
}

/** Knows one answer. */
async function serveNames(address: string): Promise<Closable> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { address: from, port }) => {
    const { id, questions = [] } = decode(query);
    const answers = questions.map(({ name }) => ({ type: "A" as const, name, ttl: 300, data: "192.0.2.80" }));
    socket.send(encode({ type: "response", id, questions, answers }), port, from);
  });
  socket.bind(PORTS.dns, address);
  await once(socket, "listening");
  // Who asked has left before the answer, which the system tells as an error of this socket.
  socket.on("error", () => undefined);
  return socket;
}

async function serveInterfaces(hostname: string, address: string): Promise<Closable> {
  const { agent } = await startAgent(address, { oid: OIDS.interfaces, value: CORE_INTERFACES });
  addNeighbours(agent.getMib(), hostname);
  addForwarding(agent.getMib(), hostname);
  const stopCounting = addInterfaces(agent.getMib());
  const stopMeasuring = addChassis(agent.getMib());
  return {
    close() {
      stopCounting();
      stopMeasuring();
      agent.close();
    },
  };
}

async function serveBattery(hostname: string, address: string): Promise<Closable> {
  const charge = () => (hostname === "fra-ups-2" ? batteryCharge(Date.now()) : 100);
  const { agent, set } = await startAgent(address, { oid: OIDS.batteryCharge, value: charge() });
  addUps(agent.getMib());
  const timer = setInterval(() => set(charge()), BATTERY_EVERY_MS);
  return {
    close() {
      clearInterval(timer);
      agent.close();
    },
  };
}

/** An agent (SNMP v2c) that knows one number. */
async function startAgent(address: string, { oid, value }: { oid: string; value: number }) {
  const failed = Promise.withResolvers<never>();
  const agent = createAgent({ port: PORTS.snmp, address, transport: "udp4" }, (error) => {
    if (error !== null) failed.reject(error);
  });
  agent.getAuthorizer().addCommunity(COMMUNITY);
  const mib = agent.getMib();
  mib.registerProvider({
    name: "value",
    type: MibProviderType.Scalar,
    oid,
    scalarType: ObjectType["Integer"] ?? 0,
    maxAccess: MaxAccess["read-only"] ?? 0,
  });
  mib.setScalarValue("value", value);
  const [socket] = Object.values(agent.listener.sockets);
  if (socket === undefined) throw new Error("the agent has no socket");
  await Promise.race([once(socket, "listening"), failed.promise]);
  return { agent, set: (next: number) => mib.setScalarValue("value", next) };
}
