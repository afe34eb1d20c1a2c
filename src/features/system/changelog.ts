export type Release = { version: string; sections: { category: string; items: string[] }[] };

const RELEASE = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?/;
const CATEGORY = /^### (.+)$/;
const ITEM = /^[-*] (.+)$/;
const CONTINUATION = /^\s{2,}(\S.*)$/;

/**
 * The releases of a changelog in the form of keepachangelog.com 1.1.0, in its order; what is not released is left out.
 */
export function parseChangelog(text: string): Release[] {
  const releases: Release[] = [];
  let release: Release | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("## ")) {
      const version = RELEASE.exec(line)?.[1];
      release = version === undefined ? undefined : { version, sections: [] };
      if (release !== undefined) releases.push(release);
    } else if (release !== undefined) {
      addLine(release, line);
    }
  }
  return releases;
}

function addLine(release: Release, line: string): void {
  const category = CATEGORY.exec(line)?.[1];
  if (category !== undefined) release.sections.push({ category: category.trim(), items: [] });
  const items = release.sections.at(-1)?.items;
  if (items === undefined) return;
  const item = ITEM.exec(line)?.[1];
  const continuation = CONTINUATION.exec(line)?.[1];
  if (item !== undefined) items.push(item.trim());
  else if (continuation !== undefined && items.length > 0) {
    items.push(`${items.pop() ?? ""} ${continuation.trim()}`);
  }
}
