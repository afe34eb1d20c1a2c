import { FFIType, type Library, ptr, read } from "bun:ffi";
import { openCLibrary } from "../c-library";
import { MSG_DONTWAIT, stableMemory } from "../message-headers";
import { setSocketBuffer } from "../socket-buffer";
import { ARP_BYTES, type ArpReply, createArpRequest, readArpReply, writeArpTarget } from "./arp-packet";

/** Of one interface: a descriptor of the process, which any thread may use and its opener closes. */
export type ArpSocket = {
  descriptor: number;
  interfaceIndex: number;
  /** Of ours on the interface. */
  hardware: Uint8Array;
  address: number;
};

/** Linux's numbers, the same on x86-64 and arm64. */
const AF_PACKET = 17;
const SOCK_DGRAM = 2;
const SOCK_NONBLOCK = 0x8_00;
const SOCK_CLOEXEC = 0x8_00_00;
const ETH_P_ARP = 0x08_06;
/** struct sockaddr_ll. */
const NAME_BYTES = 20;
const NAME_PROTOCOL = 2;
const NAME_INTERFACE = 4;
const NAME_LENGTH = 11;
const NAME_ADDRESS = 12;
const HARDWARE_BYTES = 6;
const BROADCAST = Uint8Array.from({ length: HARDWARE_BYTES }, () => 0xff);
/** Some thousand replies, until the thread reads them. */
const RECEIVE_BYTES = 1024 * 1024;
/** Longer than any frame's padding: what is longer is cut, and its beginning tells. */
const FRAME_BYTES = 64;
/** Packets of one turn, so that a flood holds nothing up for long. */
const MAX_PER_TURN = 2048;

const FUNCTIONS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const;

const IO_FUNCTIONS = {
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64_fast,
  },
  recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64_fast },
  __errno_location: { args: [], returns: FFIType.ptr },
} as const;

/**
 * Opens a socket that gets every ARP packet of an interface; undefined without CAP_NET_RAW, or where the system is not
 * Linux.
 */
export function openArpSocket(place: Omit<ArpSocket, "descriptor">): ArpSocket | undefined {
  const library = openCLibrary(FUNCTIONS);
  if (library === null) return undefined;
  const { socket, bind, close } = library.symbols;
  try {
    // It gets nothing before it is bound to its interface.
    const descriptor = socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return undefined;
    const name = nameOf(place.interfaceIndex);
    if (bind(descriptor, ptr(name), NAME_BYTES) !== 0) {
      close(descriptor);
      return undefined;
    }
    setSocketBuffer(descriptor, { direction: "receive", bytes: RECEIVE_BYTES });
    return { ...place, descriptor };
  } finally {
    library.close();
  }
}

export function closeArpSockets(sockets: readonly ArpSocket[]): void {
  const library = openCLibrary(FUNCTIONS);
  for (const { descriptor } of sockets) library?.symbols.close(descriptor);
  library?.close();
}

/** Sends requests on an ARP socket and reads what comes back, in the thread that uses it. */
export class ArpIo {
  readonly descriptor: number;
  readonly #library: Library<typeof IO_FUNCTIONS>;
  readonly #request: Buffer;
  readonly #frame = stableMemory(FRAME_BYTES);
  readonly #everybody: Buffer;

  constructor(socket: ArpSocket) {
    const library = openCLibrary(IO_FUNCTIONS);
    if (library === null) throw new Error("our bug: an ARP socket without a C library");
    this.#library = library;
    this.descriptor = socket.descriptor;
    this.#request = createArpRequest(socket);
    this.#everybody = nameOf(socket.interfaceIndex);
  }

  /** Asks everybody on the segment who has an address; gives the system's error number, 0 for none. */
  ask(address: number): number {
    writeArpTarget(this.#request, address);
    const { sendto, __errno_location: errnoLocation } = this.#library.symbols;
    const sent = sendto(this.descriptor, this.#request, ARP_BYTES, MSG_DONTWAIT, this.#everybody, NAME_BYTES);
    if (Number(sent) >= 0) return 0;
    const location = errnoLocation();
    return location === null ? 0 : read.i32(location, 0);
  }

  /** Takes the replies that have arrived; gives whether nothing was left to read. */
  receive(onReply: (reply: ArpReply) => void): boolean {
    const { recv } = this.#library.symbols;
    for (let taken = 0; taken < MAX_PER_TURN; taken++) {
      const length = Number(recv(this.descriptor, this.#frame, FRAME_BYTES, MSG_DONTWAIT));
      if (length < 0) return true;
      const reply = readArpReply(this.#frame.subarray(0, length));
      if (reply !== undefined) onReply(reply);
    }
    return false;
  }
}

/** Everybody on an interface. */
function nameOf(interfaceIndex: number): Buffer {
  const name = stableMemory(NAME_BYTES);
  name.writeUInt16LE(AF_PACKET, 0);
  name.writeUInt16BE(ETH_P_ARP, NAME_PROTOCOL);
  name.writeInt32LE(interfaceIndex, NAME_INTERFACE);
  name[NAME_LENGTH] = HARDWARE_BYTES;
  name.set(BROADCAST, NAME_ADDRESS);
  return name;
}
