import type { User } from "../../api/users";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { toasts } from "../../components/toast/toasts";
import { useUserAction, type UserAction } from "./api";

const TEXTS: Readonly<Record<UserAction, { verb: string; of: string; explanation: string; done: string }>> = {
  unlock: {
    verb: "Unlock",
    of: "sign-in of",
    explanation: "Wrong passwords counted so far are forgotten.",
    done: "Sign-in unlocked",
  },
  endSessions: {
    verb: "End",
    of: "all sessions of",
    explanation:
      "Every browser that is signed in is refused from its next request on. API keys go on working.",
    done: "All sessions ended",
  },
  removeSecondFactor: {
    verb: "Remove",
    of: "the second factor of",
    explanation:
      "Authenticator app, passkeys and recovery codes are forgotten; the password alone signs in again.",
    done: "Second factor removed",
  },
};

type Props = { user: User; action: UserAction; onClose: () => void };

/** Asks before something is taken from a user. */
export function UserActionDialog({ user, action, onClose }: Props) {
  const { verb, of, explanation, done } = TEXTS[action];
  const { mutate, isPending, error } = useUserAction(() => {
    toasts.tell(`${done}: ${user.username}`);
    onClose();
  });
  return (
    <DeleteDialog
      verb={verb}
      isFinal
      name={`${of} ${user.username}`}
      explanation={explanation}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate({ action, id: user.id })}
      onClose={onClose}
    />
  );
}
