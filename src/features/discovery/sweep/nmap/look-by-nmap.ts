import { inGroups } from "../in-parallel";
import type { Run } from "../run";
import type { NmapEvent, NmapHost } from "./report";
import { runNmap } from "./run-nmap";

/** Addresses that nmap asks at a time where it asks who is there. */
const GROUP = 4096;
/** Longer than that nmap spends on no host. */
const HOST_TIMEOUT_SECONDS = { least: 15, most: 120 };
const WHOLE = 100;

/**
 * Finds the hosts, and which ports are open, by the program nmap in place of requests of our own. It is given the
 * addresses that a sweep of ours would ask: none behind interfaces to containers. What it says of others is not
 * believed. @throws ApiError 503 with what went wrong; the signal's reason.
 */
export async function lookByNmap(run: Run, program: string): Promise<void> {
  const { options, progress, signal } = run;
  run.uses("nmap");
  const wanted = askable(run);
  const ports = options.kind === "ping" ? [] : options.ports;
  const seconds = Math.ceil(options.limitMs / 1000);
  const { least, most } = HOST_TIMEOUT_SECONDS;
  let done = options.count - wanted.size;
  for (const family of [4, 6] as const) {
    const addresses = [...wanted].filter((address) => address.includes(":") === (family === 6));
    if (addresses.length === 0) continue;
    progress.begin("looking", options.count);
    progress.reach(done);
    const course = new Course(run, { before: done, count: addresses.length });
    const asked = {
      program,
      addresses,
      family,
      ports,
      packetsPerSecond: options.packetsPerSecond,
      hostTimeoutSeconds: Math.min(most, Math.max(least, seconds)),
      signal,
    };
    for await (const event of runNmap(asked)) course.take(event, wanted);
    done += addresses.length;
  }
  run.finds.publish();
}

/** Those that may be asked. What lies behind interfaces to containers is left out and counted. */
function askable({ options, places, omitted }: Run): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const some of inGroups(options.addresses, GROUP)) {
    for (const address of some) {
      const place = places.of(address);
      if (place.kind === "containers")
        omitted.set(place.interfaceName, (omitted.get(place.interfaceName) ?? 0) + 1);
      else if (place.kind !== "nobody") wanted.add(address);
    }
  }
  return wanted;
}

/** How far one run of the program is. */
class Course {
  readonly #run: Run;
  readonly #extent: { before: number; count: number };
  #groups = 0;
  #percent = 0;
  #isAskingPorts = false;

  constructor(run: Run, extent: { before: number; count: number }) {
    this.#run = run;
    this.#extent = extent;
  }

  take(event: NmapEvent, wanted: ReadonlySet<string>): void {
    if (event.kind === "host" && wanted.has(event.host.address)) this.#learn(event.host);
    if (event.kind === "progress") this.#note(event.task, event.percent);
  }

  #learn({ address, by, openPorts, ...known }: NmapHost): void {
    const { finds, options } = this.#run;
    const { macAddress, vendor, hostname, roundTripMs } = known;
    finds.learn(address, {
      by,
      ...(macAddress !== undefined && { macAddress }),
      ...(vendor !== undefined && { vendor }),
      ...(hostname !== undefined && { hostname, hostnameSource: "dns" }),
      ...(roundTripMs !== undefined && { roundTripMs }),
    });
    for (const openPort of openPorts)
      if (options.ports.includes(openPort)) finds.learn(address, { openPort });
    finds.publish(address);
  }

  /** Of who is there nmap tells group by group; of ports how many of a hundred parts are done. */
  #note(task: string, percent: number): void {
    const { progress } = this.#run;
    if (!/ping scan/i.test(task)) {
      if (!this.#isAskingPorts) progress.begin("ports", WHOLE);
      this.#isAskingPorts = true;
      progress.reach(Math.floor(percent));
      return;
    }
    if (percent < this.#percent) this.#groups++;
    this.#percent = percent;
    if (this.#isAskingPorts) return;
    const { before, count } = this.#extent;
    const asked = this.#groups * GROUP + (percent / WHOLE) * Math.min(GROUP, count);
    progress.reach(before + Math.min(count, Math.floor(asked)));
  }
}
