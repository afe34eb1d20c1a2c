import { createHash } from "node:crypto";
import { ApiError } from "../errors";

/** How the fields of an answered object count for its entity tag. */
export type Versioned = {
  /**
   * What is observed or follows from other objects: a change of it makes a copy stale, but is no change of the object.
   */
  readonly without: readonly string[];
  /** What only an answer to a write says. */
  readonly saidOnce?: readonly string[];
};

/** Every field counts. */
export const WHOLE: Versioned = { without: [] };

/** The entity tags of an If-Match or If-None-Match header, as they were sent; `*`: any object. Undefined: no header. */
export type EntityTags = readonly string[] | "*" | undefined;

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const ENTITY_TAG_LIST = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/;

/**
 * Reads a header of entity tags (RFC 9110 8.8.3, 13.1.1). A text that is no such list matches nothing, so that a broken
 * client's write is refused rather than done.
 */
export function parseEntityTags(header: string | undefined): EntityTags {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "*";
  return ENTITY_TAG_LIST.test(header) ? (header.match(ENTITY_TAG) ?? []) : [];
}

/**
 * The strong entity tag of an object: a hash of the JSON of what a write changes and, behind a dot, one of what is only
 * observed. A copy is right where both are the same; a write asks for the first alone.
 */
export function entityTagOf(value: object, { without, saidOnce = [] }: Versioned): string {
  const fields = Object.entries(value).filter(([name]) => !saidOnce.includes(name));
  const [observed, own] = [true, false].map((wanted) =>
    fields.filter(([name]) => without.includes(name) === wanted),
  );
  return `"${[own, observed].flatMap((part) => (part?.length ? [hashOf(part)] : [])).join(".")}"`;
}

function hashOf(fields: readonly [string, unknown][]): string {
  return digestOf(JSON.stringify(Object.fromEntries(fields)));
}

/** What stands between the quotes of a tag for this text. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}

/**
 * True where a write may go on: one of the tags is of the object as `tag` is. What is only observed does not count,
 * since no write can undo it unknowingly; a weak tag never matches, since If-Match compares strongly (RFC 9110 13.1.1).
 */
export function matchesStrongly(tags: EntityTags, tag: string): boolean {
  return tags === "*" || (tags?.some((known) => versionOf(known) === versionOf(tag)) ?? false);
}

function versionOf(tag: string): string {
  return tag.replace(/\.[^.]*"$/, '"');
}

/**
 * The tag of the same object sent with gzip: octets that differ have another strong tag (RFC 9110 8.8.3.3). It stands in
 * the part of what is observed, so that a write takes either.
 */
export function compressedTagOf(tag: string): string {
  return `${tag.slice(0, -1)}${tag.includes(".") ? "" : "."}-gzip"`;
}

/** As If-None-Match compares: whether a tag is weak, or of a compressed answer, does not matter (RFC 9110 13.1.2). */
export function matchesWeakly(tags: EntityTags, tag: string): boolean {
  const same = new Set([tag, compressedTagOf(tag)]);
  return tags === "*" || (tags?.some((known) => same.has(known.replace(/^W\//, ""))) ?? false);
}

const STALE = "The object has changed since it was read";

/**
 * Refuses a write on an object that is no longer the one that the caller has read; without If-Match every object will
 * do. Belongs into the transaction of the write, with `current` as the locked row shows it. Throws 412.
 */
export function requireUnchanged(
  ifMatch: EntityTags,
  { current, versioned }: { current: object; versioned: Versioned },
): void {
  if (ifMatch === undefined) return;
  const tag = entityTagOf(current, versioned);
  if (!matchesStrongly(ifMatch, tag)) throw new ApiError(412, STALE, { headers: { ETag: tag } });
}
