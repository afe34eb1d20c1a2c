import type { Transport } from "../event/arrival";
import type { JournalSink } from "../journal/sink";
import type { TrapRefusal } from "./traps/verdict";
import { type Sender, SenderTable } from "./allowlist";
import { createMicrosecondClock } from "./clock";
import { SenderLossCount } from "./sender-losses";
import { createCounters, type LastSeen, type ReceiverCounters } from "./counters";

export type IntakeOptions = {
  /** Addresses and CIDRs; empty = everybody. */
  allowlist: readonly string[];
  /** Longer messages are cut here. */
  maxLineBytes: number;
};

type Message = {
  transport: Transport;
  sender: string;
  bytes: Uint8Array;
  originalBytes: number;
  malformed: boolean;
  /** Absent: it arrives now. */
  receivedAtMicros?: number | undefined;
};

/** Between sockets and journal: admits senders, cuts, counts and hands over. All listeners of a thread share one. */
export class Intake {
  readonly counters: ReceiverCounters = createCounters();
  readonly lastSeen: LastSeen = {
    packetAtMicros: null,
    packetSender: null,
    deniedAtMicros: null,
    deniedSender: null,
    trapRefusedAtMicros: null,
    trapRefusedSender: null,
    trapRefusal: null,
  };
  /** By sender; posted once a second. */
  readonly losses = new SenderLossCount();
  readonly maxLineBytes: number;
  readonly #journal: JournalSink;
  readonly #senders: SenderTable;
  readonly #now = createMicrosecondClock();

  constructor(journal: JournalSink, options: IntakeOptions) {
    this.#journal = journal;
    this.#senders = new SenderTable(options.allowlist);
    this.maxLineBytes = options.maxLineBytes;
  }

  /** By the clock that stamps messages, µs since 1970. */
  get nowMicros(): number {
    return this.#now();
  }

  /** Who is at `address`; null, and counted, where the allowlist does not name it. */
  admit(address: string): Sender | null {
    const sender = this.#senders.find(address);
    if (sender.isAllowed) return sender;
    const nowMicros = this.#now();
    this.counters.denied += 1;
    this.lastSeen.deniedAtMicros = nowMicros;
    this.lastSeen.deniedSender = sender.text;
    this.losses.add(sender.text, "denied", nowMicros);
    return null;
  }

  /** Takes a datagram, of which `bytes` are there; it is dropped, and counted by reason, while the journal refuses. */
  takeDatagram(datagram: Omit<Message, "transport" | "malformed">): void {
    const { sender, bytes, originalBytes, receivedAtMicros } = datagram;
    this.#takeUnlessRefused({
      transport: "udp",
      sender,
      bytes,
      originalBytes,
      malformed: false,
      receivedAtMicros,
    });
  }

  /** The same for a trap, as the line that it is kept as. False: it was dropped. */
  takeTrap(sender: string, line: Uint8Array): boolean {
    return this.#takeUnlessRefused({
      transport: "snmp-trap",
      sender,
      bytes: line,
      originalBytes: line.length,
      malformed: false,
    });
  }

  /** Counts what came to the trap port and is not kept. */
  refuseTrap(sender: string, refusal: TrapRefusal): void {
    const nowMicros = this.#now();
    this.counters.traps.refused[refusal] += 1;
    this.lastSeen.trapRefusedAtMicros = nowMicros;
    this.lastSeen.trapRefusedSender = sender;
    this.lastSeen.trapRefusal = refusal;
    this.losses.add(sender, "denied", nowMicros);
  }

  /** Counts a datagram in which nothing was. */
  countEmpty(sender: string): void {
    this.#count({
      transport: "snmp-trap",
      sender,
      bytes: new Uint8Array(),
      originalBytes: 0,
      malformed: false,
    });
  }

  #takeUnlessRefused(given: Message): boolean {
    const { bytes, sender } = given;
    const isLonger = bytes.length > this.maxLineBytes;
    const message = isLonger ? { ...given, bytes: bytes.subarray(0, this.maxLineBytes) } : given;
    const { refusal } = this.#journal;
    if (refusal === null) {
      this.take(message);
      return true;
    }
    const nowMicros = this.#count(message);
    if (nowMicros === null) return false;
    this.counters.dropped[refusal] += 1;
    this.losses.add(sender, "dropped", nowMicros);
    return false;
  }

  /** A reader that took something looks again in so many ms. */
  noteLull(forMs: number): void {
    this.#journal.noteLull(forMs);
  }

  /** Takes a message that must not be lost any more, whatever the state of the journal. */
  take(message: Message): void {
    const receivedAtMicros = this.#count(message);
    if (receivedAtMicros === null) return;
    const { transport, sender, bytes, originalBytes, malformed } = message;
    this.#journal.append({ receivedAtMicros, transport, sender, bytes, originalBytes, malformed });
  }

  /** Counts a message and returns its arrival; null for an empty one. */
  #count(message: Message): number | null {
    const nowMicros = message.receivedAtMicros ?? this.#now();
    this.lastSeen.packetAtMicros = nowMicros;
    this.lastSeen.packetSender = message.sender;
    const { counters } = this;
    if (message.originalBytes === 0) {
      counters.empty += 1;
      return null;
    }
    counters.received[message.transport] += 1;
    counters.receivedBytes += message.originalBytes;
    if (message.originalBytes > message.bytes.length) counters.truncated += 1;
    if (message.malformed) counters.malformed += 1;
    return nowMicros;
  }
}
