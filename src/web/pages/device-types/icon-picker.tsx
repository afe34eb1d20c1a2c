import { KindIcon } from "../../components/device-kind/kind-icon";
import { KIND_NAMES, kindName, kindOf } from "../../components/device-kind/kinds";
import styles from "./device-types.module.css";

type Props = { icon: string; onIcon: (icon: string) => void };

/** The pictures that the map and the lists draw devices as; arrow keys walk through them. */
export function IconPicker({ icon, onIcon }: Props) {
  const chosen = kindOf({ icon, device_type: null });
  return (
    <fieldset className={styles.icons}>
      <legend>Icon</legend>
      {KIND_NAMES.map((kind) => (
        <label key={kind} className={styles.icon} data-tip={kindName(kind)}>
          <input
            type="radio"
            name="icon"
            aria-label={kindName(kind)}
            checked={kind === chosen}
            onChange={() => onIcon(kind)}
          />
          <KindIcon kind={kind} size={24} />
        </label>
      ))}
    </fieldset>
  );
}
