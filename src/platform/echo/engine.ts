import { randomInt } from "node:crypto";
import { type EchoOptions, type EchoTrouble, rounded } from "./answer";
import { type CallResult, EchoCall } from "./call";
import { Flights } from "./flights";
import { createEcho, type EchoIdentity, type Family, type QuotedEcho, writeEcho } from "./packet";
import { PacketWait } from "./packet-wait";
import { describeSendError, isNoRoom } from "./send-errors";
import { type ArrivedError, SocketIo } from "./socket-io";
import type { EchoSocket } from "./sockets";

/** Counts since the thread began. */
export type EchoCounters = {
  sent: number;
  answered: number;
  /** Replies to a request that was no longer waited for, and second ones. */
  late: number;
  duplicate: number;
  /** What was no reply to a request of ours: of another program, or forged. */
  foreign: number;
  /** Requests that the system had no room for at the first try. */
  held: number;
};

type EngineOptions = {
  sockets: readonly EchoSocket[];
  /** At most so many requests a second, of all calls together. */
  requestsPerSecond: number;
  onDone: (id: number, result: CallResult) => void;
};

/** What is sent until arrivals get their turn: their buffer holds many times as many. */
const SENDS_PER_TURN = 64;
/** What may be sent at once after a pause, as a share of a second. */
const BURST_SECONDS = 0.005;
/** Requests of one turn that the system may refuse for want of room, one after another, until it gets a pause. */
const MAX_REFUSALS = 32;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/**
 * Neighbours that do not answer have their place in the kernel's table for 3 s; after ten such turns without a place
 * one gives up.
 */
const MAX_HELD_MS = 30_000;
/** New calls are looked at as often: seldom where nothing was sent, nor came, for a while. */
const LONGEST_WAIT_MS = 5;
const QUIET_WAIT_MS = 50;
const QUIET_AFTER_MS = 50;

const NO_ROOM: EchoTrouble = {
  kind: "no_room",
  message:
    "the system has no room for more requests: its table of neighbours may be full (net.ipv4.neigh.default.gc_thresh3)",
};

/**
 * Sends the echo requests of many calls over one socket for each family, and puts every reply to its own request: by
 * identifier, sequence number and cookie, from the address that was asked. Blocks its thread for up to 5 ms at a time
 * while a reply is waited for, for up to 50 where that takes long.
 */
export class EchoEngine {
  readonly counters: EchoCounters = { sent: 0, answered: 0, late: 0, duplicate: 0, foreign: 0, held: 0 };
  readonly #options: EngineOptions;
  readonly #calls = new Map<number, EchoCall>();
  readonly #flights = new Flights();
  readonly #ios = new Map<Family, SocketIo>();
  readonly #packets = { 4: createEcho(4), 6: createEcho(6) };
  /** Of raw sockets; the kernel gives datagram ones another. */
  readonly #identifier = randomInt(1, 65_536);
  readonly #wait: PacketWait;
  #isTurning = false;
  /** What was counted when something was sent or came last; then, or later, a call began. */
  #counted = 0;
  #movedAt = 0;
  /** Requests that may be sent now, and when that was reckoned. */
  #allowance: number;
  #allowedAt = performance.now();
  /** Of all requests, while the system refuses one after another. */
  readonly #pause = new Pause();
  /** Of those that it had no room for: neighbours that are new to it may have to wait while others need not. */
  readonly #heldPause = new Pause();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#allowance = this.#burst;
    for (const socket of options.sockets) this.#ios.set(socket.family, SocketIo.open(socket));
    this.#wait = new PacketWait(options.sockets.map(({ descriptor }) => descriptor));
  }

  /** Begins a call; `onDone` gets its result. */
  start(id: number, { addresses, options }: { addresses: readonly string[]; options: EchoOptions }): void {
    this.#calls.set(id, new EchoCall(addresses, options));
    this.#movedAt = performance.now();
    if (this.#isTurning) return;
    this.#isTurning = true;
    this.#turn();
  }

  /** Ends a call without a result. */
  cancel(id: number): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (call !== undefined) this.#endFlights(call);
  }

  #turn(): void {
    const now = performance.now();
    // Before all else: what others were sent while nobody read must be out of the way, and what came in time while this
    // machine slept is no loss.
    const isAllRead = this.#receive();
    if (isAllRead) this.#giveUpOverdue(now);
    this.#send();
    this.#receive();
    this.#reportDone();
    if (this.#calls.size === 0) {
      this.#isTurning = false;
      return;
    }
    const waitMs = this.#waitMs(performance.now());
    if (waitMs > 0) this.#wait.waitFor(waitMs);
    setImmediate(() => this.#turn());
  }

  get #burst(): number {
    return Math.max(SENDS_PER_TURN, this.#options.requestsPerSecond * BURST_SECONDS);
  }

  #reckonAllowance(now: number): void {
    const earned = ((now - this.#allowedAt) / 1000) * this.#options.requestsPerSecond;
    this.#allowance = Math.min(this.#burst, this.#allowance + earned);
    this.#allowedAt = now;
  }

  /** Calls take turns, one request each. */
  #send(): void {
    const now = performance.now();
    this.#reckonAllowance(now);
    let budget = Math.min(SENDS_PER_TURN, Math.floor(this.#allowance));
    if (this.#pause.isOn(now)) return;
    if (!this.#heldPause.isOn(now)) this.#sendHeld();
    let refusals = 0;
    let ready = [...this.#calls.values()];
    while (budget > 0 && ready.length > 0) {
      const still: EchoCall[] = [];
      for (const call of ready) {
        if (budget <= 0 || this.#flights.isFull) return;
        const target = call.next(performance.now());
        if (target === undefined) continue;
        still.push(call);
        budget--;
        if (this.#sendTo(call, target)) {
          refusals = 0;
          this.#pause.reset();
        } else if (++refusals === MAX_REFUSALS) return this.#pause.begin();
      }
      ready = still;
    }
  }

  /** Tries again what had no room, until there is none once more. */
  #sendHeld(): void {
    for (const call of this.#calls.values()) {
      for (let held = call.takeHeld(); held !== undefined; held = call.takeHeld()) {
        if (this.#flights.isFull || this.#allowance < 1) return;
        if (!this.#sendTo(call, held.target)) {
          if (performance.now() - held.since > MAX_HELD_MS) call.fail(held.target, NO_ROOM);
          return this.#heldPause.begin();
        }
        call.noteHeldSent(held.target);
        this.#heldPause.reset();
      }
    }
  }

  /** Gives whether the system had room for it. */
  #sendTo(call: EchoCall, target: number): boolean {
    const io = this.#ios.get(call.familyOf(target) ?? 4);
    if (io === undefined) {
      call.fail(target, { kind: "no_route", message: `no IPv${call.familyOf(target)} on this machine` });
      return true;
    }
    const sequence = this.#flights.take({ call, target });
    const packet = this.#packets[io.family];
    writeEcho(packet, { identifier: this.#identifier, sequence, cookie: this.#flights.cookieOf(sequence) });
    const sentAt = performance.now();
    this.#flights.noteSent(sequence, sentAt);
    const errno = io.send(packet, call.addressOf(target), call.options.hopLimit);
    this.#allowance--;
    if (errno === 0) {
      this.counters.sent++;
      call.noteSent(target, sentAt);
      return true;
    }
    this.#flights.end(sequence, { isAnswered: false });
    if (isNoRoom(errno)) {
      if (call.hold(target, sentAt)) this.counters.held++;
      return false;
    }
    call.fail(target, describeSendError(errno));
    return true;
  }

  /** Gives whether nothing was left to read. */
  #receive(): boolean {
    let isAll = true;
    for (const io of this.#ios.values()) {
      const isEmpty = io.receive({
        onReply: (echo, from) => this.#takeReply(io, { echo, ...from }),
        onError: (echo, error) => this.#takeError(io, { echo, ...error }),
      });
      isAll &&= isEmpty;
    }
    return isAll;
  }

  #takeReply(
    io: SocketIo,
    { echo, source, arrivedAt }: { echo: EchoIdentity; source: Uint8Array; arrivedAt: number },
  ): void {
    const { sequence } = echo;
    if (!this.#isOurs(io, echo) || !this.#flights.isCookieOf(sequence, echo.cookie)) {
      this.counters.foreign++;
      return;
    }
    const flight = this.#flights.find(sequence);
    if (flight === undefined) {
      if (this.#flights.wasAnswered(sequence)) this.counters.duplicate++;
      else this.counters.late++;
      return;
    }
    const { call, target, sentAt } = flight;
    if (!isTarget(io, { call, target, address: source })) {
      this.counters.foreign++;
      return;
    }
    const roundTripMs = Math.max(0, arrivedAt - sentAt);
    const isInTime = roundTripMs <= call.options.timeoutMs;
    this.#flights.end(sequence, { isAnswered: isInTime });
    if (isInTime) {
      this.counters.answered++;
      call.noteReply(target, roundTripMs);
    } else {
      this.counters.late++;
      call.noteLost(target);
    }
  }

  /** A router may quote the header alone: the number and the target have to do then. */
  #takeError(io: SocketIo, { echo, target: asked, ...error }: ArrivedError & { echo: QuotedEcho }): void {
    const { sequence, cookie } = echo;
    if (!this.#isOurs(io, echo)) return;
    if (cookie !== null && !this.#flights.isCookieOf(sequence, cookie)) return;
    const flight = this.#flights.find(sequence);
    if (flight === undefined) return;
    const { call, target, sentAt } = flight;
    if (!isTarget(io, { call, target, address: asked })) return;
    this.#flights.end(sequence, { isAnswered: false });
    call.noteLost(target, troubleOf(error, { call, sentAt }));
  }

  #isOurs(io: SocketIo, { identifier }: { identifier: number }): boolean {
    return io.kind === "datagram" || identifier === this.#identifier;
  }

  #giveUpOverdue(now: number): void {
    for (const call of this.#calls.values()) {
      for (;;) {
        const oldest = this.#flights.oldestOf(call.flights);
        const flight = oldest === undefined ? undefined : this.#flights.find(oldest);
        if (oldest === undefined || flight === undefined) break;
        if (flight.sentAt + call.options.timeoutMs > now) break;
        this.#flights.end(oldest, { isAnswered: false });
        call.noteLost(flight.target);
      }
    }
  }

  #endFlights(call: EchoCall): void {
    for (;;) {
      const oldest = this.#flights.oldestOf(call.flights);
      if (oldest === undefined) return;
      this.#flights.end(oldest, { isAnswered: false });
    }
  }

  #reportDone(): void {
    for (const [id, call] of this.#calls) {
      if (!call.isDone) continue;
      this.#calls.delete(id);
      this.#options.onDone(id, call.result());
    }
  }

  #longestWaitMs(now: number): number {
    const { sent, answered, late, duplicate, foreign } = this.counters;
    const counted = sent + answered + late + duplicate + foreign;
    if (counted !== this.#counted) [this.#counted, this.#movedAt] = [counted, now];
    return now - this.#movedAt < QUIET_AFTER_MS ? LONGEST_WAIT_MS : QUIET_WAIT_MS;
  }

  /** How long nothing but an arrival needs us; 0 where there is something to send. */
  #waitMs(now: number): number {
    let due = now + this.#longestWaitMs(now);
    let canSend = false;
    for (const call of this.#calls.values()) {
      const oldest = this.#flights.oldestOf(call.flights);
      const flight = oldest === undefined ? undefined : this.#flights.find(oldest);
      if (flight !== undefined) due = Math.min(due, flight.sentAt + call.options.timeoutMs);
      due = Math.min(due, call.againDueAt);
      if (call.hasFresh || call.againDueAt <= now) canSend = true;
      if (call.heldCount > 0 && !this.#heldPause.isOn(now)) canSend = true;
    }
    if (canSend && !this.#pause.isOn(now)) {
      if (this.#allowance >= 1 && !this.#flights.isFull) return 0;
      due = now + 1;
    }
    return Math.max(0, Math.ceil(due - now));
  }
}

/** Of sending, for want of room: longer each time, until something found room. */
class Pause {
  #until = 0;
  #nextMs = FIRST_PAUSE_MS;

  isOn(now: number): boolean {
    return now < this.#until;
  }

  begin(): void {
    this.#until = performance.now() + this.#nextMs;
    this.#nextMs = Math.min(this.#nextMs * 2, LONGEST_PAUSE_MS);
  }

  reset(): void {
    this.#nextMs = FIRST_PAUSE_MS;
  }
}

function troubleOf(
  { offender, reason, isExpiry, arrivedAt }: Omit<ArrivedError, "target">,
  { call, sentAt }: { call: EchoCall; sentAt: number },
): EchoTrouble {
  const trouble: EchoTrouble = { kind: "unreachable", message: `${reason}, says ${offender}` };
  if (call.options.hopLimit === undefined) return trouble;
  const afterMs = rounded(Math.max(0, arrivedAt - sentAt));
  return { ...trouble, report: { address: offender, afterMs, isExpiry } };
}

function isTarget(
  io: SocketIo,
  { call, target, address }: { call: EchoCall; target: number; address: Uint8Array },
): boolean {
  return call.familyOf(target) === io.family && Buffer.compare(call.addressOf(target), address) === 0;
}
