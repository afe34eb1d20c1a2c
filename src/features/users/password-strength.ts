import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { invalid } from "#platform/errors";
import { PasswordGuesser } from "./password-guesser";

/** Whose password it is to be: what is known of the owner is known to whoever guesses. */
type PasswordOwner = { username: string; email: string | null };

/** zxcvbn's 3 of 4: at least 10^8 guesses, "safely unguessable" by a service that slows guesses down. */
const MIN_SCORE = 3;

/** What remains beside the owner's name and the product's must withstand as many guesses by itself (a power of ten). */
const MIN_REMAINDER = 6;

/**
 * Characters that are looked at together. The cost of an estimate grows faster than the length: so many take about 10
 * ms.
 */
const PART = 40;

/** Steps of replacing `4` by `a` and the like; zxcvbn's usual 100 stall the service for half a second. */
const SUBSTITUTIONS = 4;

/** Whoever sets one password may set another soon. */
const IDLE_MS = 60_000;

const guesser = new PasswordGuesser({ l33tMaxSubstitutions: SUBSTITUTIONS, maxLength: PART * 2 }, IDLE_MS);

const PRODUCT = "netatlas";
const SHORTEST_WORD = 3;

/** What is wrong, by zxcvbn's own name of it, and what would help. */
const HINTS = new Map<string, string>([
  ["straightRow", "a row of keys is guessed at once"],
  ["keyPattern", "a pattern of keys is guessed at once"],
  ["simpleRepeat", "it repeats one character"],
  ["extendedRepeat", "it repeats a short piece"],
  ["sequences", "it follows a sequence such as abc or 123"],
  ["recentYears", "a year is guessed at once"],
  ["dates", "a date is guessed at once"],
  ["topTen", "it is one of the most common passwords"],
  ["topHundred", "it is one of the most common passwords"],
  ["common", "it is one of the most common passwords"],
  ["similarToCommon", "it is close to one of the most common passwords"],
  ["pwned", "it is one of the most common passwords"],
]);
const OWN_NAME = "it is made of the user name, the mail address or the product's name";
const ADVICE = "Take four or more unrelated words";

/**
 * What is wrong with a password that is easy to guess (zxcvbn: common passwords, repetitions, sequences, rows of keys,
 * the owner's own names); undefined for a good one. A part that is good makes the whole good.
 */
export function weaknessOf(password: string, owner: PasswordOwner): Promise<string | undefined> {
  return guesser.during((zxcvbn) => findWeakness(zxcvbn, password, owner));
}

async function findWeakness(
  zxcvbn: ZxcvbnFactory,
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  const words = wordsOf(owner);
  const characters = Array.from(password);
  const parts =
    characters.length <= PART ? [characters] : [characters.slice(0, PART), characters.slice(-PART)];
  let weakness: string | undefined;
  for (const part of parts) {
    weakness = weaknessOfPart(zxcvbn, { text: part.join(""), words });
    if (weakness === undefined) return undefined;
    await Bun.sleep(0);
  }
  return weakness;
}

function weaknessOfPart(zxcvbn: ZxcvbnFactory, { text, words }: { text: string; words: string[] }) {
  const remainder = words.reduce((left, word) => left.replaceAll(word, ""), text.toLowerCase());
  const { score, feedback } = zxcvbn.check(text, words);
  if (score < MIN_SCORE) {
    const hint = remainder.length < text.length / 2 ? OWN_NAME : HINTS.get(feedback.warning ?? "");
    return describe(hint);
  }
  if (remainder.length === text.length) return undefined;
  return zxcvbn.check(remainder).guessesLog10 < MIN_REMAINDER ? describe(OWN_NAME) : undefined;
}

function describe(hint: string | undefined): string {
  return `Easy to guess${hint === undefined ? "" : `: ${hint}`}. ${ADVICE}.`;
}

/** The owner's names and their parts, longest first, in lower case. */
function wordsOf({ username, email }: PasswordOwner): string[] {
  const names = [username, ...(email?.split("@") ?? []), PRODUCT].map((name) => name.toLowerCase());
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((left, right) => right.length - left.length);
}

/** Throws the 422 of a password that is easy to guess, at the field that it came in. */
export async function refuseWeakPassword(
  { password, field }: { password: string; field: "password" | "new_password" },
  owner: PasswordOwner,
): Promise<void> {
  const weakness = await weaknessOf(password, owner);
  if (weakness === undefined) return;
  throw invalid([{ loc: ["body", field], msg: `Value error, ${weakness}`, type: "value_error" }]);
}
