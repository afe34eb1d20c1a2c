import { expect } from "bun:test";
import type { Cluster } from "./cluster";
import { startStream, type NumberedStream } from "./numbered-stream";
import { startRequests, type RequestLoad } from "./request-load";
import { readStoredSequences } from "./stored-events";
import { expectStreamsStored, type Stored } from "./stream-balance";
import { waitFor } from "./wait-for";

const RATE = 100;
const CLIENTS = 3;
const NUMBERS_EACH = 10_000_000;

export type ClusterLoad = {
  requests: RequestLoad;
  streams: NumberedStream[];
  lines(): number;
  /**
   * Ends it, and sees that each line that was surely received is stored once, that none is stored twice, and that of
   * the requests only those failed that were under way when a process with `api` was killed, and none was carried out
   * twice.
   */
  expectWhole(what: { kills: readonly Span[]; readStored: () => Promise<Stored> }): Promise<LoadFigures>;
};

type Span = { from: number; to: number };
type LoadFigures = {
  lines: number;
  certain: number;
  stored: number;
  breaks: number;
  requests: number;
  failed: number;
};

/** Numbered lines over UDP and TCP to both collectors and over TCP by the proxy, and requests by the proxy. */
export function startClusterLoad({ collectors, front, admin }: Cluster): ClusterLoad {
  const ports = collectors.map(({ syslogPort }) => syslogPort);
  const ways = ports.flatMap((port) => [
    { transport: "udp" as const, port, readAt: [port] },
    { transport: "tcp" as const, port, readAt: [port] },
  ]);
  ways.push({ transport: "tcp", port: front.syslogPort, readAt: [front.syslogPort, ...ports] });
  const streams = ways.map((way, index) => startStream({ ...way, first: index * NUMBERS_EACH, rate: RATE }));
  const requests = startRequests(admin, CLIENTS);
  const lines = () => streams.reduce((sum, stream) => sum + stream.count(), 0);
  return {
    requests,
    streams,
    lines,
    async expectWhole({ kills, readStored }) {
      await requests.stop();
      const accounts = await Promise.all(streams.map((stream) => stream.stop()));
      const { rows, certain } = await expectStreamsStored(accounts, readStored);
      const unexplained = requests.failed.filter(
        ({ from, to }) => !kills.some((kill) => from <= kill.to && to >= kill.from),
      );
      expect(unexplained).toEqual([]);
      await expectWrittenOnce(admin, requests);
      return {
        lines: lines(),
        certain,
        stored: rows,
        breaks: streams.reduce((sum, stream) => sum + stream.breaks(), 0),
        requests: requests.count(),
        failed: requests.failed.length,
      };
    },
  };
}

async function expectWrittenOnce(admin: Cluster["admin"], { written }: RequestLoad): Promise<void> {
  const devices = await waitFor("the devices", () =>
    admin.get<{ display_name: string }[]>("/api/v1/topology/devices"),
  );
  const names = devices.map(({ display_name: name }) => name).filter((name) => name.startsWith("written-"));
  const there = new Set(names);
  expect({
    missing: [...written.certain].filter((name) => !there.has(name)),
    twice: names.filter((name, index) => names.indexOf(name) !== index),
  }).toEqual({ missing: [], twice: [] });
}

/** From the files of the event store. */
export function readFiles({ dataDirectory }: Cluster): () => Promise<Stored> {
  return () => readStoredSequences(dataDirectory);
}
