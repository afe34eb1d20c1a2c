import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import type { Transport } from "../../../../src/features/syslog/event/arrival";
import type { JournalReader } from "../../../../src/features/syslog/journal/reader";
import { decodeRecords, type JournalMessage } from "../../../../src/features/syslog/journal/record";
import { openJournal } from "../../../../src/features/syslog/journal/recovery";
import type { ReceiverOptions } from "../../../../src/features/syslog/receive/threads/protocol";
import { type Receiver, startReceiver } from "../../../../src/features/syslog/receive/threads/receiver";

const COLLECTOR = "00aa11bb22cc";

/** A running receiver on free ports of the loopback, with a journal of its own and a reader on it. */
export class GivenReceiver implements AsyncDisposable {
  readonly directory: string;
  readonly receiver: Receiver;
  readonly reader: JournalReader;
  readonly said: string[];

  private constructor(
    directory: string,
    parts: { receiver: Receiver; reader: JournalReader; said: string[] },
  ) {
    this.directory = directory;
    this.receiver = parts.receiver;
    this.reader = parts.reader;
    this.said = parts.said;
  }

  static async start(
    over: Partial<Omit<ReceiverOptions, "journal">> = {},
    bounds: { maxBytes?: number; minFreeBytes?: number; journalFolder?: string } = {},
  ): Promise<GivenReceiver> {
    const directory = await mkdtemp(path.join(os.tmpdir(), "receiver-"));
    const said: string[] = [];
    const say = (_: object, message: string): void => void said.push(message);
    const log = { info: say, warn: say, error: say };
    const { reader, scan } = await openJournal({ directory, collector: COLLECTOR, log });
    reader.start(0);
    const receiver = await startReceiver(
      {
        host: "127.0.0.1",
        udpPort: 0,
        tcpPort: 0,
        tlsPort: null,
        trapPort: null,
        trapHost: "127.0.0.1",
        tlsFiles: null,
        threads: 1,
        allowlist: [],
        maxLineBytes: 8192,
        tcpIdleSeconds: 3600,
        tcpUnfinishedSeconds: 30,
        maxTcpConnections: 1024,
        maxTcpConnectionsPerAddress: 64,
        receiveBufferBytes: 8 << 20,
        journal: {
          directory: bounds.journalFolder ?? directory,
          collector: COLLECTOR,
          nextPosition: scan.nextPosition,
          minimumId: scan.minimumId,
          maxBytes: bounds.maxBytes ?? 1 << 30,
          minFreeBytes: bounds.minFreeBytes ?? 0,
        },
        ...over,
      },
      { onSynced: (extent) => reader.announce(extent), onLosses: () => undefined, log },
    ).catch(async (cause: unknown) => {
      await rm(directory, { recursive: true, force: true });
      throw cause;
    });
    return new GivenReceiver(directory, { receiver, reader, said });
  }

  port(transport: Transport): number {
    const listener = this.receiver.listeners.find((found) => found.transport === transport);
    if (listener === undefined) throw new Error(`no ${transport} listener`);
    return listener.port;
  }

  /** The next `count` messages of the journal. */
  async read(count: number): Promise<JournalMessage[]> {
    const messages: JournalMessage[] = [];
    const signal = AbortSignal.timeout(10_000);
    while (messages.length < count)
      messages.push(...decodeRecords((await this.reader.next(1 << 20, signal)).records));
    return messages;
  }

  /** The texts of the next `count` messages of the journal. */
  async readTexts(count: number): Promise<string[]> {
    return (await this.read(count)).map((message) => Buffer.from(message.bytes).toString());
  }

  async sendDatagrams(datagrams: (string | Buffer)[], host = "127.0.0.1"): Promise<void> {
    const socket = await Bun.udpSocket({ hostname: host });
    for (const [index, datagram] of datagrams.entries()) {
      socket.send(datagram, this.port("udp"), host);
      if (index % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
    }
    socket.close();
  }

  connect(transport: "tcp" | "tls" = "tcp"): Promise<Client> {
    return Client.connect(this.port(transport));
  }

  /** A sender over TLS that asks for no particular server; rejects where the handshake fails. */
  connectTls(options: tls.ConnectionOptions = {}): Promise<Client> {
    return Client.connectTls({ port: this.port("tls"), ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver.stop(2000);
    await this.reader.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** A syslog sender over TCP. */
export class Client {
  readonly #socket: net.Socket;
  isClosed = false;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    const close = (): void => {
      this.isClosed = true;
    };
    socket.on("end", close);
    socket.on("close", close);
    socket.on("error", close);
    // Without a reader a socket does not see that the peer has gone.
    socket.resume();
  }

  static async connect(port: number): Promise<Client> {
    const socket = net.connect({ host: "127.0.0.1", port });
    const client = new Client(socket);
    await new Promise((resolve) => socket.once("connect", resolve));
    return client;
  }

  static async connectTls(options: tls.ConnectionOptions): Promise<Client> {
    const socket = tls.connect({ host: "127.0.0.1", rejectUnauthorized: false, ...options });
    const client = new Client(socket);
    await new Promise((resolve, reject) => {
      socket.once("secureConnect", resolve);
      socket.once("error", reject);
    });
    return client;
  }

  /** Name in the server's certificate. */
  get serverName(): string {
    if (!(this.#socket instanceof tls.TLSSocket)) throw new Error("not a TLS connection");
    return String(this.#socket.getPeerCertificate().subject.CN);
  }

  /** Resolves once the octets were handed to the kernel, which a receiver that holds back delays. */
  send(octets: string | Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(octets, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Sends every write as a packet of its own. */
  setNoDelay(): void {
    this.#socket.setNoDelay(true);
  }

  end(): void {
    this.#socket.end();
  }

  /** Goes away without a word (RST). */
  drop(): void {
    this.#socket.resetAndDestroy();
  }
}
