/** The cursor of the page behind this one, by its `Link` header; null: it is the last. */
export function nextCursor({ headers }: Response): string | null {
  const link = /^<([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
  return link === undefined ? null : new URL(link, location.origin).searchParams.get("cursor");
}

/** Before the first page there is none. */
export function firstCursor(): string | null {
  return null;
}
