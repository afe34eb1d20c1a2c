import { readBsdTime, type TimeReference, type Timestamp } from "./timestamp";
import { MONTHS } from "./vendor-time";

const MARKS = /[\u0300-\u036f]/g;
/**
 * By the first three letters, without their marks: English, French, German, Dutch, Spanish, Italian, Portuguese,
 * Romanian, Nordic, Finnish, Hungarian, Turkish, Polish, Czech, Croatian, Russian, Ukrainian and Bulgarian.
 */
const MONTH_WORDS = new Map(
  [
    "jan ene gen ian tam oca sty led sij янв яну січ",
    "feb fev hel sub lut uno vel фев лют",
    "mar mrz mrt maa bre ozu мар бер",
    "apr avr abr huh nis kwi dub tra апр кві",
    "may mai mei mag maj tou kve svi мая маи тра",
    "jun giu iun kes haz cen июн юни чер",
    "jul lug iul hei tem cec июл юли лип",
    "aug aou ago elo agu sie kol авг сер",
    "sep set eyl sze syy wrz zar ruj сен сеп вер",
    "oct okt ott out eki lok paz rij окт жов",
    "nov noi kas stu ноя ное лис",
    "dec dez dic des ara jou gru pro дек гру",
  ].flatMap((words, index) => words.split(" ").map((word): [string, number] => [word, index + 1])),
);
/** Whose first three letters are another month's. */
const WHOLE_WORDS = new Map([
  ["juin", 6],
  ["juil", 7],
  ["marr", 11],
]);
/** Of two languages that call different months so. */
const EITHER = new Set(["lip", "srp", "lis", "cze"]);
/** `srp 06 18:28:58`, `févr. 06 18:28:58`, `8月 06 18:28:58`: as journals print a header's time in the language of their reader. */
const WORDED =
  /^(?:([A-Za-z\u00C0-\u024F\u0400-\u04FF]{3,6})\.?|(1[0-2]|[1-9])[月월]) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?= )/;
/** `6. srpna 18:28:58`, `15 mag 16:58:49`: the day first. */
const DAY_FIRST =
  /^(\d{1,2})\.? ([A-Za-z\u00C0-\u024F\u0400-\u04FF]{3,6})\.? (\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?= )/;
const MAX_LENGTH = 40;

/** The month, 1 to 12, that a word means in any of the languages; undefined of any other word. */
export function monthOf(word: string): number | undefined {
  const plain = plainWord(word);
  return WHOLE_WORDS.get(plain.slice(0, 4)) ?? MONTH_WORDS.get(plain.slice(0, 3));
}

/**
 * Reads a header's time whose month is a word of another language; null where there is none. The instant is not told by
 * what two languages call different months by.
 */
export function readWordedMonth(text: string, start: number, reference: TimeReference): Timestamp | null {
  const head = text.slice(start, start + MAX_LENGTH);
  const match = WORDED.exec(head);
  const [whole = "", word = "", number, day, clock] = match ?? dayFirst(head);
  if (whole === "") return null;
  const end = start + whole.length;
  if (EITHER.has(plainWord(word).slice(0, 3))) return { micros: null, end, offsetSeconds: null };
  const month = number === undefined ? monthOf(word) : Number(number);
  const time = month === undefined ? null : readBsdTime(`${MONTHS[month - 1]} ${day} ${clock}`, 0, reference);
  return time === null ? null : { ...time, end };
}

/** As `WORDED` has its parts. */
function dayFirst(head: string): (string | undefined)[] {
  const [whole, day, word, clock] = DAY_FIRST.exec(head) ?? [];
  return [whole, word, undefined, day, clock];
}

function plainWord(word: string): string {
  return word.normalize("NFD").replaceAll(MARKS, "").toLowerCase();
}
