import { expect, test } from "bun:test";
import { LeaseSightings } from "../../../../../src/features/syslog/parse/leases/lease-sightings";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";

const NOW = Date.UTC(2026, 10, 24, 8, 12, 40);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SENDER = "192.0.2.1";

type Given = { at?: number; time?: string; text: string; sender?: string; row?: number };

function sightingsOf(lines: readonly Given[]) {
  const sightings = new LeaseSightings();
  for (const [index, { at = NOW, time, text, sender = SENDER, row = index }] of lines.entries()) {
    const receivedAtMicros = at * 1000;
    const line = `<30>1 ${time ?? new Date(at).toISOString()} dhcp1 kea-dhcp4 1 - - ${text}`;
    sightings.take(
      { sender, receivedAtMicros },
      parseMessage(Buffer.from(line), { receivedAtMicros, sender }),
      row,
    );
  }
  return sightings.list();
}

const alloc = (last: number, seconds = 3600) =>
  `DHCP4_LEASE_ALLOC [hwtype=1 02:00:00:00:00:0${last}], cid=[], tid=0x1: lease 192.0.2.7 has been allocated for ${seconds} seconds`;
const release = (last: number) =>
  `DHCP4_RELEASE [hwtype=1 02:00:00:00:00:0${last}], cid=[], tid=0x1: address 192.0.2.7 was released properly.`;

test("renewals that follow each other are one sighting, from the first to the end of the last", () => {
  const [sighting, ...others] = sightingsOf(
    [0, 1, 2].map((half) => ({ at: NOW + (half * HOUR) / 2, text: alloc(1) })),
  );
  expect(others).toEqual([]);
  expect(sighting).toMatchObject({ firstAt: NOW, lastAt: NOW + HOUR, endsAt: NOW + 2 * HOUR, isHeld: true });
});

test("lines that are read in another order than they came in say the same", () => {
  const lines = [
    { text: alloc(1) },
    { at: NOW + 1000, text: alloc(2) },
    { at: NOW + 2000, text: release(2) },
    { at: NOW + 3000, text: alloc(2) },
    { at: NOW + HOUR / 2, text: alloc(2) },
  ];
  const backwards = lines.map((line, row) => ({ ...line, row })).toReversed();
  expect(sightingsOf(backwards)).toEqual(sightingsOf(lines));
});

test("another client, an end, a time that is over and another sender each begin anew", () => {
  const found = sightingsOf([
    { text: alloc(1) },
    { at: NOW + 1000, text: alloc(2) },
    { at: NOW + 2000, text: release(2) },
    { at: NOW + 3000, text: alloc(2) },
    { at: NOW + 3000 + 2 * HOUR, text: alloc(2) },
    { at: NOW + 3000 + 2 * HOUR, text: alloc(2), sender: "192.0.2.2" },
  ]);
  expect(found.map(({ macAddress, isHeld }) => [macAddress?.at(-1), isHeld])).toEqual([
    ["1", true],
    ["2", true],
    ["2", false],
    ["2", true],
    ["2", true],
    ["2", true],
  ]);
});

test.each([
  ["a line that a relay kept for a day has its own time", -DAY, -DAY],
  ["a clock that is a minute ahead is believed", 60_000, 60_000],
  ["a time in the future is that of arrival", HOUR, 0],
  ["a year that is over is that of arrival", -365 * DAY, 0],
  ["a clock that was never set is that of arrival", -NOW, 0],
])("%s", (_, given, expected) => {
  const [sighting] = sightingsOf([{ time: new Date(NOW + given).toISOString(), text: alloc(1) }]);
  expect(sighting).toMatchObject({ firstAt: NOW + expected, endsAt: NOW + expected + HOUR });
});

test("a server that does not say how long gets a time that bridges its renewals", () => {
  const sightings = new LeaseSightings();
  const line = "<14>Nov 24 08:12:40 dc1 dhcp: 11,11/24/26,08:12:40,Renew,192.0.2.7,a,001B213A4C5D,,1,0";
  const context = { receivedAtMicros: NOW * 1000, sender: SENDER };
  sightings.take(context, parseMessage(Buffer.from(line), context), 0);
  expect(sightings.list()).toMatchObject([{ firstAt: NOW, endsAt: NOW + 8 * DAY }]);
});
