import { Anchor } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { meQuery, useMe } from "../api/me";
import { renewSession } from "../api/renewal";
import { sessionGate } from "../api/session-gate";
import { Dialog } from "../components/dialog/dialog";
import { SignInForm } from "../session/sign-in-form";

/** Signs in again over the page, which keeps all that it holds; what it had asked goes on afterwards. */
export function SessionDialog({ onLeave }: { onLeave: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const goOn = async () => {
    sessionGate.signedInAgain();
    const now = await queries.fetchQuery({ ...meQuery(), staleTime: 0 });
    // A passkey may be another person's: nothing of the first one is left to them.
    if (now.id !== me.id) location.assign("/");
  };
  useReturnFromOtherTab(() => void goOn());
  return (
    <Dialog title="Your session has ended" isOpen onClose={() => undefined} isDismissable={false}>
      <p style={{ marginBottom: 16 }}>Sign in again to go on: nothing on this page is lost.</p>
      <SignInForm username={me.username} isFixed onSignedIn={() => void goOn()} />
      <p style={{ marginTop: 16 }}>
        <Anchor component="button" type="button" onClick={onLeave}>
          Leave this page
        </Anchor>
      </p>
    </Dialog>
  );
}

/** Whoever signed in in another tab, and comes back to this one, has a session here too. */
function useReturnFromOtherTab(onSignedIn: () => void): void {
  const tellSignedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      // A service that is away is no answer: the dialog stays.
      renewSession(Date.now()).then(
        (isSignedIn) => isSignedIn && tellSignedIn(),
        () => undefined,
      );
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
}
