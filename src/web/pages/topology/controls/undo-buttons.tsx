import { IconButton } from "../../../components/icon-button/icon-button";
import { RedoIcon, UndoIcon } from "../../../theme/icons";
import type { MapHistory } from "../steps/history";

/** What Ctrl+Z and Ctrl+Shift+Z do, for those who use the mouse; drawn once there is something to take back. */
export function UndoButtons({ history }: { history: MapHistory }) {
  const { undo, redo } = history.use();
  const [last, next] = [undo.at(-1), redo.at(-1)];
  return (
    <>
      {last !== undefined && (
        <IconButton
          icon={UndoIcon}
          label={`Undo ${last.what} (Ctrl+Z)`}
          onClick={() => void history.undo()}
        />
      )}
      {next !== undefined && (
        <IconButton
          icon={RedoIcon}
          label={`Redo ${next.what} (Ctrl+Shift+Z)`}
          onClick={() => void history.redo()}
        />
      )}
    </>
  );
}
