import { BLANK, COMMA, isDigit, isLetter } from "../../values/characters";
import { wordSet, wordsOfName } from "../../values/word-list";

/** Before all that is told by other words of a name, behind all names that are known. */
const TIME_RANK = 300;
/** A beginning is the event's time where nothing tells that otherwise. */
const BEGINNING_RANK = 310;
const MIN_TIME = 10;
const MAX_TIME = 40;
const LAST_CAPITAL = 0x5a;
const MAX_REMEMBERED_KEYS = 1024;
const MAX_KEY_LENGTH = 40;
/** A whole date and time, or seconds and smaller units since 1970 of these years. */
const WHOLE_TIME =
  /^(?:20\d\d[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d{1,2}\/\d{1,2}\/20\d\d,? \d{1,2}:\d\d|(?:[A-Z][a-z]{2},? )?(?:[A-Z][a-z]{2} {1,2}\d{1,2}[ ,]|\d\d [A-Z][a-z]{2} 20\d\d )|\d\d[/ -][A-Z][a-z]{2}[/ -]20\d\d|1\d{9}(?:\.\d{1,9}|\d{3}|\d{6}|\d{9})?$)/;

/** What a name of a time ends with. */
const HEADS = wordSet("time timestamp datetime date ts at stamp timeutc datetimeutc");
/** What says alone that something took place then. */
const EVENTS = wordSet(
  "published occurred occured detected logged created generated recorded observed triggered when happened performed",
);
/** What is a time alone where an instant of these years stands there. */
const INSTANTS = wordSet("seconds sec secs epoch unixtime unix t");
/** What begins then. */
const STARTS = wordSet("start started begin began received switched");
/** Whose clock a time is of, behind all other words. */
const ZONES = wordSet("utc gmt local");
/** What stands before the head: whose time it is. */
const OWNERS = wordSet(
  `utc gmt iso local epoch unix event events evt log logged logging entry record recorded query message msg packet pkt action activity
  audit alert alarm incident detection detect detected attack hit match observed observation triggered trigger reported report
  raised published publish occurred occured occurrence generated generation gen created creation create syslog device dvc sensor source
  src origin system time date ms usec micro micros nano nanos millis sec seconds s us ns z msec msecs
  millisecond milliseconds microseconds nanoseconds string str performed executed happened accessed invoked fired emitted submitted requested click clicked realtime operate operation operated op`,
);
const BEGINNINGS = wordSet(
  `start started begin began beginning first event evt packet request req session flow connection conn access login logon signin auth authentication
  transaction txn capture received receipt receive stage open opened effective inserted switched`,
);

/** Memo of keys as they were met. Full, it takes no more. */
const ranksByKey = new Map<string, number | null>();

/** How far behind other names of a time a key is that its words tell to be one; null where they do not. */
export function timeRank(key: string): number | null {
  const known = ranksByKey.get(key);
  if (known !== undefined) return known;
  const rank = key.length > MAX_KEY_LENGTH ? null : rankOfWords(key);
  if (ranksByKey.size < MAX_REMEMBERED_KEYS) ranksByKey.set(key, rank);
  return rank;
}

/** Whether a text is worth a closer look: most texts are not. */
export function mayBeTime(text: string): boolean {
  if (text.length < MIN_TIME || text.length > MAX_TIME) return false;
  const first = text.charCodeAt(0);
  if (isDigit(first)) return !isLetter(text.charCodeAt(1));
  // `Sat Nov 21 …`, `Nov 21 …`, `Sat, 21 Nov …`.
  const fourth = text.charCodeAt(3);
  return first <= LAST_CAPITAL && (fourth === BLANK || fourth === COMMA);
}

/** Whether a text begins as a whole date and time. */
export function isWholeTime(text: string): boolean {
  return WHOLE_TIME.test(text);
}

function isInstant(word: string): boolean {
  return STARTS.has(word) || EVENTS.has(word);
}

function rankOfWords(key: string): number | null {
  const words = wordsOfName(key);
  // `StartUTC` is a start.
  if (words.length > 1 && ZONES.has(words.at(-1) ?? "") && isInstant(words.at(-2) ?? "")) words.pop();
  const [only = ""] = words.length === 1 ? words : [];
  if (
    INSTANTS.has(only) ||
    (words.includes("epoch") && words.every((word) => OWNERS.has(word) || INSTANTS.has(word)))
  )
    return TIME_RANK;
  if (STARTS.has(words.at(-1) ?? "") && words.every((word) => BEGINNINGS.has(word))) return BEGINNING_RANK;
  const head = words.findLast((word) => HEADS.has(word) || EVENTS.has(word));
  if (head === undefined) return null;
  if (words.length === 1) return EVENTS.has(head) ? TIME_RANK : null;
  if (!words.some((word) => HEADS.has(word))) return null;
  if (words.every((word) => HEADS.has(word) || OWNERS.has(word))) return TIME_RANK;
  const areOwn = words.every((word) => HEADS.has(word) || OWNERS.has(word) || BEGINNINGS.has(word));
  return areOwn ? BEGINNING_RANK : null;
}
