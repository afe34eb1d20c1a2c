import { COMPACT_LENGTH } from "../header/spoken-date";
import { isAt } from "./octet-search";
import { type ByteRange, textOf } from "../../event/byte-range";
import { epochMicros } from "../header/timestamp";
import { readDateAndTime, readEpoch, readVendorTime, zoneOffset } from "../header/vendor-time";
import { emptyMessage, type Line } from "../line";
import { BLANK, DASH, decimalIn, DOT } from "../values/characters";
import { MAX_WORD_LENGTH } from "../values/field-memo";
import { memoized } from "./octet-memo";
import { octetTime, readCivilOctets } from "./octet-time";
import { wordIn } from "./octet-texts";

/** `2026-11-21` and `10:50:00`. */
const DATE_LENGTH = 10;
const CLOCK_LENGTH = 8;
const UTC = " UTC";
const TIME_LENGTH = DATE_LENGTH + 1 + CLOCK_LENGTH;
/** Nanoseconds, and the digits of them that are read. */
const MAX_EPOCH_DIGITS = 19;
const MIN_EPOCH_DIGITS = 9;
const MICROSECOND_DIGITS = 16;
const SECOND_DIGITS = 10;
const FRACTION_DIGITS = 6;
const MAX_FRACTION_DIGITS = 9;

/** Seconds east of UTC by a zone as it was met; null: it names none, NaN: none that can be read. */
const zones = new Map<string, number | null>();

/** As `readDateAndTime`, of values in a line. */
export function dateAndTimeIn(
  line: Uint8Array,
  { date, time, zone }: { date: ByteRange; time: ByteRange; zone: ByteRange },
  asked: Line,
): number | null {
  if (date.end - date.start === DATE_LENGTH && time.end - time.start === CLOCK_LENGTH) {
    const offset = zoneSeconds(wordIn(line, zone));
    if (
      mayRead(offset, asked) &&
      readCivilOctets(line, { date: date.start, clock: time.start, offset }, asked)
    )
      return octetTime.micros;
  }
  return readDateAndTime(textOf(line, date.start, date.end), textOf(line, time.start, time.end), {
    zone: wordIn(line, zone),
    line: asked,
  });
}

/** As `readVendorTime`, of a value in a line. */
export function vendorTimeIn(line: Uint8Array, { start, end }: ByteRange, asked: Line): number | null {
  if (start === end) return null;
  const clock = start + DATE_LENGTH + 1;
  const isUtc =
    end - start === TIME_LENGTH + UTC.length && line[start + 4] === DASH && isAt(line, end - UTC.length, UTC);
  if ((isUtc || end - start === TIME_LENGTH) && line[clock - 1] === BLANK) {
    const offset = isUtc ? 0 : null;
    if (mayRead(offset, asked) && readCivilOctets(line, { date: start, clock, offset }, asked))
      return octetTime.micros;
  }
  const length = end - start;
  if (length >= MIN_EPOCH_DIGITS && length !== COMPACT_LENGTH && decimalIn(line, start, end) >= 0)
    return epochIn(line, { start, end });
  return readVendorTime(textOf(line, start, end), asked);
}

/** A time without a zone may be in the header's. */
function mayRead(offset: number | null, { headerOffsetSeconds }: Line): boolean {
  return offset !== null ? !Number.isNaN(offset) : headerOffsetSeconds === null || headerOffsetSeconds === 0;
}

/** As `readEpoch`, of a value in a line. */
export function epochIn(line: Uint8Array, { start, end }: ByteRange): number | null {
  const digits = end - start;
  if (digits === 0) return null;
  if (line[start + SECOND_DIGITS] === DOT && digits > SECOND_DIGITS)
    return fractionalEpochIn(line, start, end);
  const value = decimalIn(line, start, start + Math.min(digits, MICROSECOND_DIGITS));
  const isPlain =
    digits >= MIN_EPOCH_DIGITS && digits <= MAX_EPOCH_DIGITS && value > 0 && value <= Number.MAX_SAFE_INTEGER;
  const isWhole = digits <= MICROSECOND_DIGITS || decimalIn(line, start + MICROSECOND_DIGITS, end) >= 0;
  return isPlain && isWhole ? epochMicros(value) : readEpoch(textOf(line, start, end));
}

/** Ten digits of seconds, a point and up to nine more. */
function fractionalEpochIn(line: Uint8Array, start: number, end: number): number | null {
  const first = start + SECOND_DIGITS + 1;
  const seconds = decimalIn(line, start, start + SECOND_DIGITS);
  const read = Math.min(end, first + FRACTION_DIGITS);
  const fraction = decimalIn(line, first, read);
  const isPlain = seconds > 0 && fraction >= 0 && end - first <= MAX_FRACTION_DIGITS;
  if (!isPlain || (read < end && decimalIn(line, read, end) < 0)) return readEpoch(textOf(line, start, end));
  const micros = epochMicros(seconds);
  return micros === null ? null : micros + fraction * 10 ** (FRACTION_DIGITS - (read - first));
}

function zoneSeconds(zone: string): number | null {
  return zone.length > MAX_WORD_LENGTH ? Number.NaN : memoized(zones, zone, readZone);
}

/** What `readDateAndTime` makes of it. */
function readZone(zone: string): number | null {
  if (zoneOffset(zone) === null) return null;
  const [date, time] = ["2026-01-01", "12:00:00"];
  const asked: Line = {
    text: "",
    message: emptyMessage(),
    receivedAtMicros: 0,
    timeZone: "UTC",
    headerOffsetSeconds: null,
  };
  const local = readDateAndTime(date, time, { zone, line: asked });
  const universal = readDateAndTime(date, time, { zone: "UTC", line: asked });
  return local === null || universal === null ? Number.NaN : (universal - local) / 1e6;
}
