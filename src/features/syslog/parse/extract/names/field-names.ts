import { isDigit, isLetter } from "../../values/characters";
import { composedNames } from "./composed-names";
import { END_FIELDS, KNOWN_NAMES, type NamedField } from "./known-names";
import { addedToHash, createNameTable, type NameTable } from "./name-table";
import { wordsOf } from "../../values/word-list";

/** Whether a name of a reason is one where it is a key and nothing else. */
export function isLooseReason({ field, rank }: NameTarget): boolean {
  return field === "reason" && rank >= COMPOSED_RANK;
}

/** A name's field, and how many names of the field are preferred to it. */
export type NameTarget = { field: NamedField; rank: number; isWeak: boolean };

const MAX_NAME_LENGTH = 34;
/** Behind all names that are written down here, but before the weak ones. */
const COMPOSED_RANK = 200;
/** The host that a machine runs on is behind the machine. */
const HOST_RANK = 200.5;

/** Behind all whole names. */
export const SUFFIX_RANK = 500;
/** Of these the last part is enough; an end's names are taken apart elsewhere. */
const SHORT_SUFFIX_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>(["protocol", "action", "reason"]);
const SUFFIX_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>([
  "protocol",
  "action",
  "interface",
  "interfaceOut",
  "direction",
  "ruleId",
  "bytesSent",
  "bytesReceived",
  "packetsSent",
  "packetsReceived",
]);
const PARTED = /[_.-]/;
/** The phrase beside the status of an answer. */
const ANSWER = /(?:response|resp|http|status)[ _.-]$/i;
/** What a rule is called and nothing else, behind a product's own word: `swg_rulename`. */
const RULE_SUFFIX = /^(?:rule|policy|acl)(?:name|id|uid|uuid|no|num|number|tag|label)$/i;
/** Whose rules let nothing through. */
const OTHER_RULES =
  /(?:nat|qos|rout(?:e|es|ing)|shap(?:er|ing)|password|pwd|backup|retention|pbr|pbf|old|previous|parent|decryption|scaling)[_.-]{0,2}$/i;
const REASON_SUFFIX = /^reason$/i;
const LETTER_R = 0x52;
const LETTER_P = 0x50;
const FIRST_SMALL = 0x61;

/** Made for the first line that asks for it: threads that never read one need none of it. */
let table: NameTable<NameTarget> | undefined;

/** The first field that has a name keeps it. */
function makeTable(): NameTable<NameTarget> {
  const known = KNOWN_NAMES.flatMap(([field, text]) => {
    const [strong = "", weak = ""] = text.split("|");
    return [
      ...wordsOf(strong).map((name, rank) => named(name, { field, rank, isWeak: false })),
      ...wordsOf(weak).map((name, rank) =>
        named(name, { field, rank: COMPOSED_RANK + 1 + rank, isWeak: true }),
      ),
    ];
  });
  const composed = composedNames().flatMap(([field, names]) => {
    const usual = { field, rank: COMPOSED_RANK, isWeak: false };
    const behind = { field, rank: HOST_RANK, isWeak: false };
    return names.map((name) => named(name, name.includes("host") ? behind : usual));
  });
  return createNameTable([...known, ...composed]);
}

const named = (name: string, target: NameTarget) => [name, target] as const;

/** What a key of a line says, and where the key begins. */
export type FoundName = { target: NameTarget; start: number };

/**
 * The longest known name that ends before `end`: the word there, or the last two or three words, `Source IP Address`.
 * Marks within a name (`_`, `-`, `.`) do not count. Nothing is looked at before `limit`.
 */
export function nameBefore(text: string, end: number, limit: number): FoundName | null {
  let found: FoundName | null = null;
  let hash = 0;
  let length = 0;
  let words = 0;
  let wordStart = end;
  let suffix: FoundName | null = null;
  for (let offset = end - 1; offset >= limit - 1 && length <= MAX_NAME_LENGTH; offset--) {
    const code = offset < limit ? 0 : text.charCodeAt(offset);
    if (isLetter(code) || isDigit(code)) {
      const mayBegin = (code === LETTER_R || code === LETTER_P) && words === 0 && offset > limit;
      if (mayBegin && text.charCodeAt(offset - 1) >= FIRST_SMALL) {
        const whole = addedToHash(hash, code | 0x20);
        suffix = humpAt(whole, text, { start: offset, end }) ?? suffix;
      }
      hash = addedToHash(hash, isDigit(code) ? code : code | 0x20);
      length++;
      wordStart = offset;
      continue;
    }
    // The last part of a path may say it, too.
    if (code === 0x2e && found === null && length > 0) found = partAt(hash, text, { start: offset + 1, end });
    if (code === 0x5f || code === 0x2d || code === 0x2e || code === 0x40) {
      if (words === 0 && length > 0) suffix = suffixAt(hash, text, { start: offset + 1, end }) ?? suffix;
      continue;
    }
    // A word ends here, unless a blank stands between it and the mark.
    const target =
      length === 0 || wordStart !== offset + 1 ? null : targetOf(hash, text, { start: wordStart, end });
    if (target !== null) found = { target, start: wordStart };
    words++;
    if (code !== 0x20 || words === 3 || length === 0) break;
  }
  return found ?? suffix;
}

/** What the last parts of a name say behind a vendor's own: `xyz_in_if`, `fw-proto`. */
function suffixAt(hash: number, text: string, at: { start: number; end: number }): FoundName | null {
  const target = targetOf(hash, text, at);
  if (target === null || target.isWeak) return null;
  if (!isWholeSuffix(target.field, text, at) && !SHORT_SUFFIX_FIELDS.has(target.field)) return null;
  if (target.field === "reason" && ANSWER.test(text.slice(0, at.start))) return null;
  const field = target.field === "action" ? "outcome" : target.field;
  return { target: { field, rank: SUFFIX_RANK + target.rank, isWeak: false }, start: at.start };
}

/** The same of a rule or a reason whose words are told by their capitals: `dlpRuleName`, `RejReason`. */
function humpAt(hash: number, text: string, at: { start: number; end: number }): FoundName | null {
  const target = targetOf(hash, text, at);
  if (target?.field !== "ruleId" && target?.field !== "reason") return null;
  if (target.isWeak || !isWholeSuffix(target.field, text, at)) return null;
  return { target: { ...target, rank: SUFFIX_RANK + target.rank }, start: at.start };
}

function isWholeSuffix(
  field: NamedField,
  text: string,
  { start, end }: { start: number; end: number },
): boolean {
  const suffix = text.slice(start, end);
  if (field === "reason") return REASON_SUFFIX.test(suffix);
  if (!SUFFIX_FIELDS.has(field)) return false;
  if (field !== "ruleId") return PARTED.test(suffix);
  const before = text.slice(Math.max(0, start - MAX_NAME_LENGTH), start);
  return (PARTED.test(suffix) || RULE_SUFFIX.test(suffix)) && !OTHER_RULES.test(before);
}

/** What a part of a path says that no other thing than an end of traffic is called by. */
function partAt(hash: number, text: string, at: { start: number; end: number }): FoundName | null {
  const target = targetOf(hash, text, at);
  return target === null || target.isWeak || !END_FIELDS.has(target.field)
    ? null
    : { target, start: at.start };
}

/** Memo of paths as they were met: a source has the same few in every line. Full, it takes no more. */
const targetsByPath = new Map<string, NameTarget | null>();
const MAX_REMEMBERED_PATHS = 4096;

/** What a whole name says, as the path of a JSON value is. */
export function targetOfName(name: string): NameTarget | null {
  const known = targetsByPath.get(name);
  if (known !== undefined) return known;
  const target = nameBefore(name, name.length, 0)?.target ?? null;
  if (targetsByPath.size < MAX_REMEMBERED_PATHS) targetsByPath.set(name, target);
  return target;
}

function targetOf(hash: number, text: string, at: { start: number; end: number }): NameTarget | null {
  table ??= makeTable();
  return table.find(hash, text, at);
}
