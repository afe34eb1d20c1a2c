import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isoEventTime, parseLine, type StoredMessage } from "../parse-line";

/** Products of one half, another half, and of each later set that nobody had read before. */
export type SamplePart =
  | "a"
  | "b"
  | "c"
  | "d"
  | "e"
  | "f"
  | "g"
  | "h"
  | "i"
  | "j"
  | "k"
  | "l"
  | "m"
  | "n"
  | "o"
  | "p"
  | "q"
  | "r"
  | "s"
  | "t"
  | "u"
  | "v"
  | "w"
  | "x"
  | "y"
  | "z"
  | "aa"
  | "ab"
  | "ac"
  | "ad"
  | "ae"
  | "af"
  | "ag"
  | "ah"
  | "ai"
  | "aj"
  | "ak"
  | "al"
  | "am"
  | "an"
  | "ao"
  | "ap"
  | "aq"
  | "ar"
  | "as"
  | "at"
  | "au"
  | "av"
  | "aw"
  | "ax"
  | "ay"
  | "az"
  | "ba"
  | "bb"
  | "bc"
  | "bd"
  | "be"
  | "bf"
  | "bg"
  | "bh"
  | "bi"
  | "bj"
  | "bk"
  | "bl"
  | "bm"
  | "bn"
  | "bo"
  | "bp";

/** A line of a product as its documents have it, and what it says, written down before any code had read it. */
export type LabelledLine = { product: string; line: string; truth: ReadonlyMap<string, string> };

/**
 * Fields of a sample: asked, as wanted, and set to something else or though nothing says so; `misses` tells each that is
 * not as wanted.
 */
export type SampleScore = { asked: number; right: number; wrong: number; misses: string[] };

/** What a key of the sample stands for. */
const READERS: Readonly<Record<string, (message: StoredMessage) => string | number | null>> = {
  src: (message) => message.srcIp,
  sport: (message) => message.srcPort,
  dst: (message) => message.dstIp,
  dport: (message) => message.dstPort,
  proto: (message) => message.protocol,
  act: ({ verdict }) => (verdict === "other" ? null : verdict),
  in: (message) => message.interface,
  out: (message) => message.interfaceOut,
  nsrc: (message) => message.natSrcIp,
  nsport: (message) => message.natSrcPort,
  ndst: (message) => message.natDstIp,
  ndport: (message) => message.natDstPort,
  dir: (message) => message.direction,
  rule: (message) => message.ruleId,
  reason: (message) => message.reason,
  bytes: (message) => message.bytes,
  packets: (message) => message.packets,
  host: (message) => message.sourceHost,
  app: (message) => message.app,
  procid: (message) => message.procid,
  time: (message) => isoEventTime(message),
};
/** Of these a line says nothing where its truth does not name them; others may be said beyond it. */
const CLOSED = [
  "src",
  "sport",
  "dst",
  "dport",
  "proto",
  "act",
  "in",
  "out",
  "nsrc",
  "nsport",
  "ndst",
  "ndport",
];
const PAIR = /(\w+)=(?:"([^"]*)"|(\S+))/g;

/**
 * The lines of a part: `## product`, then a line and, behind `= `, its truth in `key=value`; `?` where the documents leave
 * open what a field is.
 */
export function readSample(part: SamplePart): LabelledLine[] {
  const rows = readFileSync(join(import.meta.dir, "fixtures", `products-${part}.txt`), "utf8")
    .trimEnd()
    .split("\n");
  let product = "";
  return rows.flatMap((row, index) => {
    if (row.startsWith("## ")) product = row.slice("## ".length);
    const line = rows[index - 1];
    if (!row.startsWith("=") || line === undefined) return [];
    const pairs = [...row.matchAll(PAIR)].map(([, key = "", quoted, bare = ""]): [string, string] => [
      key,
      quoted ?? bare,
    ]);
    return [{ product, line, truth: new Map(pairs) }];
  });
}

/** How much of a sample is read as its truth says. */
export function scoreSample(sample: readonly LabelledLine[]): SampleScore {
  const score: SampleScore = { asked: 0, right: 0, wrong: 0, misses: [] };
  for (const { product, line, truth } of sample) {
    const message = parseLine(line);
    for (const key of new Set([...CLOSED, ...truth.keys()])) {
      const wanted = truth.get(key) ?? null;
      const found = READERS[key]?.(message) ?? null;
      if (wanted === "?" || (wanted === null && found === null)) continue;
      if (wanted !== null) score.asked++;
      if (isSame(key, found, wanted)) score.right++;
      else {
        if (found !== null) score.wrong++;
        score.misses.push(
          `${product} [${message.parser}] ${key}: ${String(found)} for ${String(wanted)} | ${line}`,
        );
      }
    }
  }
  return score;
}

function isSame(key: string, found: string | number | null, wanted: string | null): boolean {
  const text = String(found);
  return found !== null && wanted !== null && (key === "time" ? text.startsWith(wanted) : text === wanted);
}
