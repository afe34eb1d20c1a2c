import { z } from "zod";

export type PublishedRelease = { version: string; url: string };

/** As the APIs of GitHub, Gitea and Forgejo name them; what else stands there does not matter. */
const Entry = z.object({
  tag_name: z.string().optional(),
  version: z.string().optional(),
  html_url: z.string().optional(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
});

const List = z.union([z.array(Entry), Entry.transform((entry) => [entry])]);

const VERSION = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9})$/;

/**
 * The releases of a feed's JSON text, newest first: those of the form x.y.z that are neither drafts nor pre-releases. A
 * link that is no http address is left out. Throws an Error that says what the text is not.
 */
export function parseReleaseList(text: string): PublishedRelease[] {
  const list = List.safeParse(parseJson(text));
  if (!list.success) throw new Error("the answer is no release and no list of releases");
  return list.data
    .filter(({ draft, prerelease }) => draft !== true && prerelease !== true)
    .flatMap(({ tag_name, version = tag_name, html_url = "" }) => {
      const number = VERSION.exec(version?.trim() ?? "")?.[1];
      return number === undefined ? [] : [{ version: number, url: isHttpAddress(html_url) ? html_url : "" }];
    })
    .sort((left, right) => compareVersions(right.version, left.version));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error("the answer is not JSON", { cause: error });
  }
}

function isHttpAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

/** Below 0 where `left` is the older one. What is not x.y.z, such as a build of a developer, counts as the newest. */
export function compareVersions(left: string, right: string): number {
  const [first, second] = [left, right].map((text) => VERSION.exec(text)?.[1]?.split(".").map(Number));
  if (first === undefined || second === undefined) {
    return (first === undefined ? 1 : 0) - (second === undefined ? 1 : 0);
  }
  const differing = first.findIndex((part, index) => part !== second[index]);
  return differing === -1 ? 0 : (first[differing] ?? 0) - (second[differing] ?? 0);
}
