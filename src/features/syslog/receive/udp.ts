import { trimTrailer } from "./framing";
import type { Intake } from "./intake";
import { readKernelDrops, readSocketInode } from "./kernel-drops";
import { listenOnLater, type PortUse, requireUnusedForDatagrams } from "./listen";
import { setReceiveBuffer } from "./receive-buffer";
import { sharedUdpPort } from "./shared-port";

export type UdpOptions = {
  host: string;
  /** 0: any free one. */
  port: number;
  receiveBufferBytes: number;
  use: PortUse;
  onError: (error: Error) => void;
};

/** An open UDP socket: every datagram is one message (RFC 5426, 3.1). */
export class UdpListener {
  readonly #socket: Bun.udp.Socket<"buffer">;
  readonly #inode: string | null;
  readonly #traffic: { datagrams: number };
  #kernelDrops = 0;
  /** Octets that the kernel granted; null where it does not say. */
  readonly receiveBufferBytes: number | null;

  private constructor(
    socket: Bun.udp.Socket<"buffer">,
    facts: { inode: string | null; receiveBufferBytes: number | null; traffic: { datagrams: number } },
  ) {
    this.#socket = socket;
    this.#inode = facts.inode;
    this.#traffic = facts.traffic;
    this.receiveBufferBytes = facts.receiveBufferBytes;
  }

  /** @throws where the address cannot be bound. */
  static async open(intake: Intake, options: UdpOptions): Promise<UdpListener> {
    const traffic = { datagrams: 0 };
    const { host, port, use } = options;
    const socket = await listenOnLater(host, async (hostname) => {
      if (use === "first" && port !== 0) await requireUnusedForDatagrams(hostname, port);
      return Bun.udpSocket({
        hostname,
        port,
        binaryType: "buffer",
        ...(use === "alone" ? {} : sharedUdpPort()),
        socket: {
          // oxlint-disable-next-line max-params -- Bun's signature
          data: (_, data, _port, address) => {
            traffic.datagrams += 1;
            const sender = intake.admit(address);
            if (sender !== null) intake.takeDatagram(sender.text, trimTrailer(data));
          },
          error: (_, error) => options.onError(error),
        },
      });
    });
    const descriptor = descriptorOf(socket);
    return new UdpListener(socket, {
      inode: descriptor === undefined ? null : await readSocketInode(descriptor),
      receiveBufferBytes:
        descriptor === undefined ? null : setReceiveBuffer(descriptor, options.receiveBufferBytes),
      traffic,
    });
  }

  get host(): string {
    return this.#socket.hostname;
  }

  get port(): number {
    return this.#socket.port;
  }

  /** Datagrams read since the socket was opened. */
  get readCount(): number {
    return this.#traffic.datagrams;
  }

  /** Datagrams that the kernel has dropped on this socket, as far as it says. */
  async kernelDrops(): Promise<number> {
    if (this.#inode !== null) this.#kernelDrops = (await readKernelDrops(this.#inode)) ?? this.#kernelDrops;
    return this.#kernelDrops;
  }

  close(): void {
    this.#socket.close();
  }
}

/** Bun 1.4 gives the socket's descriptor but does not declare it. */
function descriptorOf(socket: object): number | undefined {
  return "fd" in socket && typeof socket.fd === "number" ? socket.fd : undefined;
}
