import type { Undo } from "../../api/undo";
import { visible } from "../value/visible-text";
import { textOfAlong } from "./along-text";
import styles from "./restore-dialog.module.css";

type Along = Undo["along"][number];

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
        {along.map((one) => (
          <li key={`${one.target} ${one.name} ${one.kind}`}>{visible(textOfAlong(one, along))}</li>
        ))}
      </ul>
    </section>
  );
}
