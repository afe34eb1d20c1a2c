import { type Arbitrary, array, constantFrom, integer, nat, oneof, record, string, tuple } from "fast-check";

export const RECORD =
  "5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0,S";
export const RECORD_V6 =
  "6,,,1000000105,igb0,match,pass,out,6,0x00,0x9a3f1,64,udp,17,40,2001:DB8::a,2001:db8:0:0::b,50123,53,20";

/** Headers and records of few parts, so that many are met again. */
export const header = oneof(
  constantFrom(
    ["<134>1 2026-11-21T10:50:00.1Z fw-1 filterlog 48211 - - "],
    ["<134>1 2026-11-21T10:50:00Z - filterlog - - - "],
    ["<134>Nov 21 10:50:00 filterlog[48211]: "],
    ["<134>Nov 21 10:50:00 fw filterlog[48211]: "],
  ),
  tuple(
    constantFrom("<134>1 ", "<6>1 ", "<999>1 ", "<134>", "<13>2 "),
    constantFrom("2026-11-21T10:50:00", "2026-11-21T10:49:59", "2026-02-30T10:50:00", "9999-11-21T23:59:59"),
    constantFrom("", ".", ".5", ".123456789", ",25"),
    constantFrom("Z", "+01:00", "-00:30", "", "x"),
    constantFrom(
      " fw filterlog 1 - - ",
      " - filterlog - ID - ",
      ' fw filterlog 1 - [a b="c"] ',
      "  fw filterlog 1 - - ",
      " fw other 1 - - ",
    ),
  ),
  tuple(
    constantFrom("<134>", "<14>", ""),
    constantFrom(
      "Nov 21 10:50:00",
      "Nov  1 10:50:00",
      "May 21 10:50:00",
      "Nov 21 10:50:00 2026",
      "Nov 21 10:50:00 CET",
    ),
    constantFrom(" ", ": "),
    constantFrom("", "fw ", "filterlog: ", "fw user.info "),
    constantFrom("filterlog[1]: ", "filterlog: ", "filterlog[1] ", "filterlog[1]:", "filterlogs: "),
  ),
).map((parts) => parts.join(""));

const word = oneof(
  constantFrom(
    "",
    "-",
    "in",
    "out",
    "in/out",
    "4",
    "6",
    "tcp",
    "UDP",
    "17",
    "block",
    "Pass",
    " x",
    "igb0.5",
    "a\u0001b",
    "é",
  ),
  constantFrom(
    "10.1.2.3",
    "10.01.2.3",
    "256.1.1.1",
    "1.2.3",
    "::ffff:192.0.2.1",
    "2001:DB8::0:1",
    "192.0.2.1 ",
  ),
  constantFrom("443", "65536", "00443", "4x"),
  string({ maxLength: 24, unit: "grapheme-ascii" }),
  nat(300).map(String),
);
const body: Arbitrary<string> = oneof(
  constantFrom(RECORD, RECORD_V6),
  tuple(
    constantFrom(RECORD, RECORD_V6),
    array(tuple(nat(21), word), { maxLength: 3 }),
    integer({ min: 3, max: 30 }),
  ).map(([base, changes, columns]) => {
    const parts = base.split(",");
    for (const [column, text] of changes) parts[column] = text;
    return parts.slice(0, columns).join(",");
  }),
);
/** A line behind one of three headers, and what else the parser is told. */
export const sent = record({
  header: nat(2),
  body,
  end: constantFrom("", "", "", "", "\n", "\r\n", "\0", "\n\n\n"),
  sender: constantFrom("192.0.2.1", "192.0.2.1", "192.0.2.1", "2001:db8::1"),
  timeZone: constantFrom("UTC", "UTC", "UTC", "Europe/Berlin"),
  lateMicros: constantFrom(0, 1, 60_000_000, 3_600_000_000, 200 * 86_400_000_000),
});
