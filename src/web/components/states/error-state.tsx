import { Button } from "@mantine/core";
import { RequestFailure } from "../../api/request-failure";
import { RetryIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { CopyButton } from "../value/copy-button";
import { messageOf } from "./failure-text";
import styles from "./states.module.css";
import { useCountdown } from "./use-countdown";

type Props = {
  error: Error;
  /** What did not work: "Cannot load the API keys". */
  title: string;
  onRetry?: () => void;
};

/** Something failed and there is nothing older to show in its place. */
export function ErrorState({ error, title, onRetry }: Props) {
  return (
    <div role="alert" className={styles.state}>
      <div className={styles.title}>{title}</div>
      <div>{messageOf(error)}</div>
      <RequestId error={error} />
      {onRetry !== undefined && <RetryButton error={error} onRetry={onRetry} />}
    </div>
  );
}

/** Something failed while older results stay: a strip above them. */
export function ErrorStrip({ error, title, onRetry }: Props) {
  return (
    <div role="alert" className={styles.strip}>
      <strong>{title}</strong>
      <span>{messageOf(error)}</span>
      <RequestId error={error} />
      {onRetry !== undefined && <RetryButton error={error} onRetry={onRetry} />}
    </div>
  );
}

function RequestId({ error }: { error: Error }) {
  if (!(error instanceof RequestFailure) || error.requestId === null) return null;
  return (
    <div className={styles.details}>
      Request <span className="mono">{error.requestId}</span>
      <CopyButton text={error.requestId} label="Copy the request id" />
    </div>
  );
}

/** Counts down where the service said when to come back. */
function RetryButton({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const seconds = useCountdown(error instanceof RequestFailure ? (error.retryAfter ?? 0) : 0);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<RetryIcon {...ICON} />}
      disabled={seconds > 0}
      onClick={onRetry}
    >
      {seconds > 0 ? `Try again in ${seconds} s` : "Try again"}
    </Button>
  );
}
