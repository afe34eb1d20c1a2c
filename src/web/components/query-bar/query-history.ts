const MOST = 20;

const keyOf = (owner: string) => `netatlas-queries-${owner}`;

/** The person's last queries in this browser, the newest first. */
export function recentQueries(owner: string): string[] {
  const text = localStorage.getItem(keyOf(owner));
  return text === null ? [] : readList(text);
}

export function rememberQuery(owner: string, query: string): void {
  const written = query.trim();
  if (written === "") return;
  const others = recentQueries(owner).filter((other) => other !== written);
  localStorage.setItem(keyOf(owner), JSON.stringify([written, ...others].slice(0, MOST)));
}

function readList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch (error) {
    // Somebody else wrote under our name: as good as nothing.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
