import { z } from "zod";
import { seal, unseal } from "#platform/sealed";
import { COUNTERS, type Readings } from "./counters";
import type { Counted, Moment } from "./rates";

/** What was counted at all ports of a device at a poll, by the port's id. */
export type CountedPorts = { moment: Moment; ports: ReadonlyMap<number, Counted> };

const whole = z.int().nonnegative();
/** Port, discontinuity, and for each counter its bits and its value; null where there is none. */
const Stored = z.object({
  at: whole,
  upTime: whole.nullable(),
  ports: z.array(
    z.tuple([
      whole,
      whole.nullable(),
      z.array(z.tuple([z.literal([32, 64]), z.string().regex(/^\d{1,20}$/)]).nullable()),
    ]),
  ),
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function packCounted({ moment, ports }: CountedPorts): Uint8Array {
  const stored: z.infer<typeof Stored> = {
    at: moment.atMs,
    upTime: moment.upTime,
    ports: [...ports].map(([id, { discontinuity, readings }]) => [
      id,
      discontinuity,
      COUNTERS.map((counter) => {
        const reading = readings[counter];
        return reading === undefined ? null : [reading.bits, String(reading.value)];
      }),
    ]),
  };
  return seal(encoder.encode(JSON.stringify(stored)));
}

/** Throws where it is damaged. */
export function unpackCounted(packed: Uint8Array): CountedPorts {
  const stored = Stored.parse(JSON.parse(decoder.decode(unseal(packed))));
  return {
    moment: { atMs: stored.at, upTime: stored.upTime },
    ports: new Map(
      stored.ports.map(([id, discontinuity, values]) => {
        const readings: Readings = {};
        for (const [index, counter] of COUNTERS.entries()) {
          const value = values[index] ?? null;
          if (value !== null) readings[counter] = { bits: value[0], value: BigInt(value[1]) };
        }
        return [id, { discontinuity, readings }];
      }),
    ),
  };
}
