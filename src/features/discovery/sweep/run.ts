import type { Asker } from "./asker";
import type { Candidates } from "./candidates";
import type { Finds } from "./finds";
import type { SweepOptions } from "./models";
import type { Pacer } from "./pacer";
import type { Places } from "./places";
import type { Progress } from "./progress";

/** A way in which a sweep asks. */
export type Method = "nmap" | "arp" | "icmp" | "tcp" | "neighbours" | "names";

/** One sweep while it goes on, as its phases share it. */
export type Run = {
  options: SweepOptions;
  /** Of the caller, or the end of the time. */
  signal: AbortSignal;
  pacer: Pacer;
  asker: Asker;
  places: Places;
  finds: Finds;
  candidates: Candidates;
  /** Ports by which hosts are looked for that do not answer ICMP. */
  knocks: readonly number[];
  progress: Progress;
  /** How many addresses were left out that lie behind each interface to containers. */
  omitted: Map<string, number>;
  uses: (method: Method) => void;
  /** An address could not be asked, for a reason. */
  noteUnasked: (reason: string) => void;
};
