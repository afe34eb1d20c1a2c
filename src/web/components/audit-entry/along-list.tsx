import type { Undo } from "../../api/undo";
import { formatCount, formatNumber } from "../../format/number";
import { wordsOf } from "../dialog/consequences";
import { visible } from "../value/visible-text";
import styles from "./restore-dialog.module.css";

type Along = Undo["along"][number];

const MAX_SHOWN = 20;
const MAX_NAMES = 5;

/** What is used by now of what an undo removes: it goes as well, or stays without it. */
export function AlongList({ along }: Pick<Undo, "along">) {
  return (
    <>
      <Part title="This goes with it" along={along.filter(({ outcome }) => outcome === "removed")} />
      <Part title="This stays, without it" along={along.filter(({ outcome }) => outcome === "unassigned")} />
    </>
  );
}

function Part({ title, along }: { title: string; along: readonly Along[] }) {
  if (along.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {along.slice(0, MAX_SHOWN).map((one) => (
          <li key={`${one.target} ${one.name} ${one.kind}`}>{visible(textOf(one))}</li>
        ))}
        {along.length > MAX_SHOWN && <li>and {formatNumber(along.length - MAX_SHOWN)} more</li>}
      </ul>
    </section>
  );
}

/** `2 devices of site Barn: nas, tv`. */
function textOf({ target, name, kind, count, names }: Along): string {
  const shown = names.slice(0, MAX_NAMES);
  const rest = count - shown.length;
  const named =
    rest > 0 && shown.length > 0 ? `${shown.join(", ")} and ${formatNumber(rest)} more` : shown.join(", ");
  const of = name === null ? "" : ` of ${kindOf(target)}${name}`;
  return `${formatCount(count, wordsOf(kind))}${of}${named === "" ? "" : `: ${named}`}`;
}

/** `site:Barn` is a site, `external_pool:3` an external pool. */
function kindOf(target: string | null): string {
  const kind = target?.split(":", 1)[0];
  return kind === undefined ? "" : `${kind.replaceAll("_", " ")} `;
}
