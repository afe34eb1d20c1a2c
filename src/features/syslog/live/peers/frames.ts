import { z } from "zod";
import { COLUMN_NAMES, isEventColumn, type EventColumn } from "../../event/columns";
import type { Predicate } from "../../query/predicate";

/**
 * What two processes say on a WebSocket by which one gets the live events of the other's collector. A frame that begins
 * with `{` is one of these; any other has events: lines of an id, a space and the event's JSON.
 *
 *     collector  {"v":1,"nonce":"…"}
 *     viewer     {"v":2,"nonce":"…"}
 *     collector  {"v":2,"proof":"…"}                                      only then does it get to know what is wanted
 *     viewer     {"v":2,"proof":"…"}⏎{"predicate":{…},"after":1795258200123456}
 *     collector  {"v":1,"at":1795258200123456}
 *     collector  1795258200123502 {"id":1795258200123502,…}
 *     viewer     {"v":1,"taken":18233}
 *     collector  {"v":1,"skipped":12,"at":1795258200124000}
 *     collector  {"v":1,"at":1795258200125000}
 */
export const PEER_PATH = "/api/v1/syslog/events/live/peers";

const id = z.int().min(0);
const nonce = z.string().min(16).max(128);
const proof = z.string().max(128);

const column = z.custom<EventColumn>((name) => typeof name === "string" && isEventColumn(name));
const columns = z.array(column).max(COLUMN_NAMES.length);
const isNegated = z.boolean();
const scalar = z.union([z.string(), z.number()]);
const texts = z.array(z.string());
const subnet = z.object({
  octets: z.array(z.int().min(0).max(255)).max(16),
  prefixLength: z.int().min(0).max(128),
});

const Condition = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("equals"), column, value: scalar, isNegated }),
  z.object({ kind: z.literal("any of"), columns, values: z.array(scalar), isNegated }),
  z.object({
    kind: z.literal("of device"),
    columns,
    addresses: texts,
    names: z.object({ whole: texts, inAnyDomain: texts }),
    isNegated,
  }),
  z.object({
    kind: z.literal("in ranges"),
    columns,
    ranges: z.array(z.tuple([z.number(), z.number()])),
    isNegated,
  }),
  z.object({ kind: z.literal("in subnet"), columns, subnet, isNegated }),
  z.object({
    kind: z.literal("names network"),
    columns,
    text: z.string(),
    within: z.union([z.string(), subnet]),
    isNegated,
  }),
  z.object({ kind: z.literal("contains"), columns, text: z.string(), isNegated }),
]);

/** A viewer has no window of time. */
const LivePredicate: z.ZodType<Predicate> = z.object({ conditions: z.array(Condition) });

const Challenge = z.object({ v: z.literal(1), nonce });

const Hello = z.object({ v: z.literal(2), nonce });
const Proof = z.object({ v: z.literal(2), proof });

const Wanted = z.object({
  predicate: LivePredicate,
  /** Goes on behind this event; null: now. */
  after: id.nullable(),
});
export type PeerWanted = z.infer<typeof Wanted>;

/** So many octets of event frames were passed on in all: so much more may come. */
const Taken = z.object({ v: z.literal(1), taken: z.int().min(0) });

const Progress = z.object({
  v: z.literal(1),
  /** Events that are left out before `at`. */
  skipped: z.int().min(1).optional(),
  at: id,
});
export type PeerProgress = z.infer<typeof Progress>;

type Reader<T> = (text: string) => T | undefined;

/** Undefined: the text is none. */
function readerOf<T>(model: z.ZodType<T>): Reader<T> {
  return (text) => {
    try {
      return model.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  };
}

export const readChallenge = readerOf(Challenge);
export const readHello = readerOf(Hello);
export const readProof = readerOf(Proof);
export const readWanted = readerOf(Wanted);
export const readTaken = readerOf(Taken);
export const readProgress = readerOf(Progress);

type Frame =
  Omit<z.input<typeof Challenge>, "v"> | Omit<z.input<typeof Taken>, "v"> | Omit<PeerProgress, "v">;

export function writePeerFrame(frame: Frame): string {
  return JSON.stringify({ v: 1, ...frame });
}

export function writeHello(hello: Omit<z.input<typeof Hello>, "v">): string {
  return JSON.stringify({ v: 2, ...hello });
}

export function writeProof(own: string): string {
  return JSON.stringify({ v: 2, proof: own });
}

/** The text that a viewer's proof is over. */
export function writeWanted(wanted: PeerWanted): string {
  return JSON.stringify(wanted);
}

export function writeSubscription(own: string, wanted: string): string {
  return `${writeProof(own)}\n${wanted}`;
}

/** The proof, and the text that it is over, which nobody has looked at yet. */
export function readSubscription(frame: string): { proof: string; wanted: string } | undefined {
  const end = frame.indexOf("\n");
  const shown = end < 0 ? undefined : readProof(frame.slice(0, end));
  return shown && { proof: shown.proof, wanted: frame.slice(end + 1) };
}

export function writePeerEvent({ id: eventId, text }: { id: number; text: string }): string {
  return `${eventId} ${text}\n`;
}

/** The events of a frame that is no control frame. JSON has no line ends of its own. */
export function* readPeerEvents(frame: string): Generator<{ id: number; text: string }> {
  for (const line of frame.split("\n")) {
    const space = line.indexOf(" ");
    if (space > 0) yield { id: Number(line.slice(0, space)), text: line.slice(space + 1) };
  }
}
