import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { NetworkIndex } from "../../../../../src/features/syslog/encode/watch/network-index";

const network = fc.tuple(fc.nat(40), fc.nat(10)).map(([low, length]) => ({ low, high: low + length }));

test("all networks that take in an address are found, however they lie", () => {
  fc.assert(
    fc.property(fc.array(network, { maxLength: 8 }), (networks) => {
      const index = new NetworkIndex<number>();
      for (const [number, range] of networks.entries()) index.add(range, number);
      index.prepare();
      for (let address = 0; address <= 52; address++) {
        const wanted = networks.flatMap(({ low, high }, number) =>
          address >= low && address <= high ? [number] : [],
        );
        expect(index.find(address)).toEqual(wanted);
      }
    }),
    { numRuns: 100, seed: 20_261_125 },
  );
});
