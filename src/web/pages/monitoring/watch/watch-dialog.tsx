import { Dialog } from "../../../components/dialog/dialog";
import { WatchForm } from "./watch-form";

type Props = { onClose: () => void; onWatched: (what: "host" | "page") => void };

export function WatchDialog({ onClose, onWatched }: Props) {
  return (
    <Dialog title="Watch a host or a page" isOpen onClose={onClose} width={640}>
      <WatchForm
        hasName
        onWatched={(what) => {
          onClose();
          onWatched(what);
        }}
      />
    </Dialog>
  );
}
