import { createHash } from "node:crypto";
import { ApiError } from "../errors";

/** What of an answered object counts for its entity tag: all of it, but for these fields. */
export type Versioned = { readonly without: readonly string[] };

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

/** The strong entity tag of an object: a hash of its JSON. */
export function entityTagOf(value: object, { without }: Versioned): string {
  const counted =
    without.length === 0
      ? value
      : { ...value, ...Object.fromEntries(without.map((name) => [name, undefined])) };
  return `"${createHash("sha256").update(JSON.stringify(counted)).digest("base64url").slice(0, 27)}"`;
}

/** True where one of the tags is `tag`. A weak tag never is, since If-Match compares strongly (RFC 9110 13.1.1). */
export function matchesStrongly(tags: EntityTags, tag: string): boolean {
  return tags === "*" || (tags?.includes(tag) ?? false);
}

/** As If-None-Match compares: whether a tag is weak does not matter (RFC 9110 13.1.2). */
export function matchesWeakly(tags: EntityTags, tag: string): boolean {
  return tags === "*" || (tags?.some((known) => known.replace(/^W\//, "") === tag) ?? false);
}

const STALE = "The object has changed since it was read";

/**
 * Refuses a write on an object that is no longer the one that the caller has read; without If-Match every object will do.
 * Belongs into the transaction of the write, with `current` as the locked row shows it. Throws 412.
 */
export function requireUnchanged(
  ifMatch: EntityTags,
  { current, versioned }: { current: object; versioned: Versioned },
): void {
  if (ifMatch === undefined) return;
  const tag = entityTagOf(current, versioned);
  if (!matchesStrongly(ifMatch, tag)) throw new ApiError(412, STALE, { headers: { ETag: tag } });
}
