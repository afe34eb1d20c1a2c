/** Where a page of a list begins; nothing of the first one. Goes into the query beside `limit`. */
export type Place = { cursor?: string };

type Page<Row> = { data?: Row[]; response: Response };

/**
 * The pages of a list, each asked for when the one before is done with. Rows that come or go meanwhile move no other out
 * of the walk.
 *
 *     const ask = (place: Place) => netatlas.GET(path, { params: { query: { limit: 500, ...place } } });
 *     for await (const page of pagesOf(ask)) …
 */
export async function* pagesOf<Row>(
  ask: (place: Place) => Promise<Page<Row>>,
): AsyncGenerator<Row[], void, undefined> {
  for (let place: Place | undefined = {}; place !== undefined;) {
    const { data = [], response } = await ask(place);
    yield data;
    place = nextOf(response.headers);
  }
}

/** The rows of a list, page by page. */
export async function* rowsOf<Row>(
  ask: (place: Place) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for await (const page of pagesOf(ask)) yield* page;
}

function nextOf(headers: Headers): Place | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(headers.get("Link") ?? "") ?? [];
  if (address === undefined) return undefined;
  const cursor = new URL(address, "http://relative").searchParams.get("cursor");
  return cursor === null ? undefined : { cursor };
}
