import { AscendingIcon, DescendingIcon } from "../../theme/icons";
import { IconButton } from "../icon-button/icon-button";

/**
 * Moves a thing by one place up or down. At the ends nothing is moved: a button that is switched off would lose the
 * focus.
 */
export function MoveButtons({ what, onMove }: { what: string; onMove: (by: 1 | -1) => void }) {
  const move = (label: string, by: 1 | -1) => {
    onMove(by);
    requestAnimationFrame(() => focusButton(label));
  };
  const [up, down] = [`Move ${what} up`, `Move ${what} down`];
  return (
    <>
      <IconButton icon={AscendingIcon} label={up} onClick={() => move(up, -1)} />
      <IconButton icon={DescendingIcon} label={down} onClick={() => move(down, 1)} />
    </>
  );
}

/** What was moved may be drawn anew in its place. */
function focusButton(label: string): void {
  document.querySelector<HTMLElement>(`button[aria-label="${CSS.escape(label)}"]`)?.focus();
}
