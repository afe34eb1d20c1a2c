import { useEffect, useRef } from "react";
import { RequestFailure } from "../../api/request-failure";
import { messageOf } from "../states/failure-text";
import styles from "../states/states.module.css";
import { useCountdown } from "../states/use-countdown";

/** What a form as a whole was refused for. Takes the focus when it comes, so that it is heard and seen. */
export function FormSummary({ error, messages }: { error: Error | null; messages: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const seconds = useCountdown(error instanceof RequestFailure ? (error.retryAfter ?? 0) : 0);
  const isShown = error !== null && messages.length > 0;
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown, error]);
  if (!isShown) return null;
  const isUnreached = error instanceof RequestFailure && error.status === 0;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.strip}>
      {isUnreached ? messageOf(error) : messages.map((message) => <div key={message}>{message}</div>)}
      {seconds > 0 && <div>Try again in {seconds} s.</div>}
    </div>
  );
}
