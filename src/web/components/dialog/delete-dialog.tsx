import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "../../format/number";
import { ErrorStrip } from "../states/error-state";
import { Loading } from "../states/loading";
import type { Consequence } from "./consequences";
import { Dialog } from "./dialog";
import { DialogActions } from "./dialog-actions";

/** Above so many objects the name must be typed. */
const TYPED_ABOVE = 50;

type Props = {
  /** "Revoke", "Delete": the verb of the button. */
  verb: string;
  /** The thing by name. */
  name: string;
  /** How many things the name stands for; absent: one. */
  objects?: number;
  /** One sentence on what it means. */
  explanation?: string;
  /** Nothing brings it back: neither an undo nor the trash. */
  isFinal?: boolean;
  /** What else goes; undefined while the dry run is under way, [] where nothing does. */
  consequences?: readonly Consequence[] | undefined;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something goes, and says what else goes with it. Draw it while it is open. */
export function DeleteDialog(props: Props) {
  const { verb, name, explanation, isFinal = false, isBusy, error, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const isReady = "consequences" in props ? props.consequences !== undefined : true;
  const total = (props.consequences ?? []).reduce((sum, { count }) => sum + count, props.objects ?? 0);
  const mustType = total > TYPED_ABOVE;
  return (
    <Dialog title={`${verb} ${name}?`} isOpen isQuestion onClose={onClose}>
      <Stack gap="md">
        {explanation !== undefined && <p>{explanation}</p>}
        {isFinal && <p>This cannot be undone.</p>}
        {isReady ? (
          <Consequences consequences={props.consequences ?? []} />
        ) : (
          <Loading what="what else goes" rows={2} />
        )}
        {mustType && (
          <TextInput
            label={`Type ${name} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {error !== null && <ErrorStrip error={error} title={`Cannot ${verb.toLowerCase()} it`} />}
        <DialogActions
          onCancel={onClose}
          focused="cancel"
          onAct={onConfirm}
          isDangerous
          isBusy={isBusy}
          isDisabled={!isReady || (mustType && typed !== name)}
        >
          {verb}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function Consequences({ consequences }: { consequences: readonly Consequence[] }) {
  const real = consequences.filter(({ count }) => count > 0);
  if (real.length === 0) return null;
  return (
    <div>
      This goes as well:
      <ul>
        {real.map(({ what, count }) => (
          <li key={what[0]}>{formatCount(count, what)}</li>
        ))}
      </ul>
    </div>
  );
}
