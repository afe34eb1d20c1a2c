import { describe, expect, test } from "bun:test";
import type { ListenerReport } from "../../../../src/features/syslog/receive/threads/receiver";
import { sumThreads } from "../../../../src/features/syslog/receive/threads/status-sum";
import {
  type CollectorParts,
  describeListeners,
  isListening,
  readBoundPorts,
  readCollectorState,
} from "../../../../src/features/syslog/status/collector-state";

const UDP: ListenerReport = {
  transport: "udp",
  host: "::",
  port: 1514,
  thread: 0,
  error: null,
  waitsFor: null,
  receiveBufferBytes: 2 * 1024 ** 2,
  kernelDrops: 3,
};
const TRAPS: ListenerReport = {
  ...UDP,
  transport: "snmp-trap",
  host: "127.0.0.1",
  port: 1162,
  kernelDrops: 0,
};
const CLOSED: ListenerReport = { ...UDP, transport: "tcp", error: "tcp :: port 1514: EADDRINUSE" };

type Given = {
  listeners?: ListenerReport[];
  journal?: Partial<ReturnType<typeof sumThreads>["journal"]>;
  counts?: { received: number; dropped: number };
  pipelineError?: string | null;
};

/** A collector whose journal has 10 messages more than when it was started, 4 of them not stored. */
function givenParts({
  listeners = [UDP],
  journal,
  counts,
  pipelineError = null,
}: Given = {}): CollectorParts {
  const status = sumThreads([]);
  status.counters.received.udp = counts?.received ?? 10;
  status.counters.dropped.journal_behind = counts?.dropped ?? 0;
  status.kernelDrops.udp = 3;
  return {
    collector: "0123456789ab",
    receiver: {
      status: () => ({ ...status, journal: { ...status.journal, ...journal } }),
      listeners,
      certificate: null,
      limitations: [],
    },
    feed: {
      lastPosition: 110,
      damagedBytes: 7,
      depth: () => ({ bytes: 400, messages: 4, oldestArrivalMicros: null }),
    },
    firstPosition: 100,
    pipeline: {
      status: {
        storedEvents: 6,
        replayedEvents: 0,
        unparsedEvents: 0,
        skippedPositions: 2,
        parsers: {},
        lastStored: null,
        lastUnparsed: null,
        storedThrough: 106,
        isReplaying: false,
        error: pipelineError,
      },
    },
  };
}

describe("what is received and not stored", () => {
  test("is what the journal has, and what is counted and on its way there", () => {
    const state = readCollectorState(givenParts({ counts: { received: 15, dropped: 2 } }));
    expect(state.journal).toEqual({ bytes: 400, messages: 7, lagSeconds: 0, damagedBytes: 7 });
  });

  test("is as old as its oldest message, which may wait in the receiver", () => {
    const journal = { oldestPendingMicros: (Date.now() - 5000) * 1000 };
    expect(readCollectorState(givenParts({ journal })).journal.lagSeconds).toBeWithin(5, 65);
  });
});

test("losses are those of the kernel, of the receiver by reason, and of the journal", () => {
  const { losses } = readCollectorState(givenParts({ counts: { received: 12, dropped: 2 } }));
  expect(losses).toMatchObject({ kernel: 3, journal_behind: 2, quarantined_or_damaged: 2 });
});

test("an error of the journal comes before one of the pipeline", () => {
  const pipelineError = "event segments cannot be written";
  expect(readCollectorState(givenParts({ pipelineError })).error).toBe(pipelineError);
  const journal = { failedBecause: "journal_failed" } as const;
  expect(readCollectorState(givenParts({ pipelineError, journal })).error).toBe(
    "received messages cannot be written to the journal: journal_failed",
  );
});

test("a collector listens while every listener is open and the journal takes what comes", () => {
  const listens = (given: Given) => isListening(readCollectorState(givenParts(given)));
  expect(listens({})).toBe(true);
  expect(listens({ listeners: [UDP, CLOSED] })).toBe(false);
  expect(listens({ journal: { refusal: "disk_full" } })).toBe(false);
  expect(listens({ journal: { failedBecause: "journal_failed" } })).toBe(false);
  expect(isListening(readCollectorState({ ...givenParts(), receiver: undefined }))).toBe(false);
});

test("its lines at start tell what a listener that is not open yet waits for", () => {
  const waiting = { ...TRAPS, error: "cannot listen", waitsFor: "the profiles have not been read yet" };
  const state = readCollectorState(givenParts({ listeners: [waiting] }));
  expect(describeListeners(state)).toEqual([
    "SNMP traps 127.0.0.1:1162, not open yet: the profiles have not been read yet",
  ]);
  expect(readBoundPorts(state)["snmp-trap"]).toBeUndefined();
});

test("its lines at start name each open listener once, and its ports are those that are bound", () => {
  const state = readCollectorState(givenParts({ listeners: [UDP, TRAPS, CLOSED, { ...UDP, thread: 1 }] }));
  expect(describeListeners(state)).toEqual([
    "syslog udp [::]:1514, receive buffer 2.0 MiB",
    "SNMP traps 127.0.0.1:1162, receive buffer 2.0 MiB",
  ]);
  expect(readBoundPorts(state)).toEqual({ udp: 1514, tcp: undefined, tls: undefined, "snmp-trap": 1162 });
});

test("one that receives nothing has no receiver's counts, and still stores", () => {
  const state = readCollectorState({ ...givenParts(), receiver: undefined });
  expect(state).toMatchObject({ receiver: undefined, listeners: [], refusal: null, error: null });
  expect(state.losses).toEqual({ kernel: 0, quarantined_or_damaged: 2 });
  expect(state.pipeline.storedEvents).toBe(6);
});
