import type { Undo } from "../../api/undo";
import { formatCount, formatNumber } from "../../format/number";
import { wordsOf } from "../dialog/consequences";

type Along = Undo["along"][number];

const MAX_NAMES = 5;

/** `2 devices of site Barn: nas, tv`; of other things together, beside such: `3 more devices: hub, door, gate`. */
export function textOfAlong(
  { target, name, kind, count, names }: Along,
  along: readonly Pick<Along, "target" | "kind">[],
): string {
  const shown = names.slice(0, MAX_NAMES);
  const rest = count - shown.length;
  const named =
    rest > 0 && shown.length > 0 ? `${shown.join(", ")} and ${formatNumber(rest)} more` : shown.join(", ");
  const isMore = target === null && along.some((other) => other.target !== null && other.kind === kind);
  const [word, words] = wordsOf(kind);
  const counted = formatCount(count, isMore ? [`more ${word}`, `more ${words}`] : [word, words]);
  const of = name === null ? "" : ` of ${kindOf(target)}${name}`;
  return `${counted}${of}${named === "" ? "" : `: ${named}`}`;
}

/** `site:Barn` is a site, `external_pool:3` an external pool. */
function kindOf(target: string | null): string {
  const kind = target?.split(":", 1)[0];
  return kind === undefined ? "" : `${kind.replaceAll("_", " ")} `;
}
