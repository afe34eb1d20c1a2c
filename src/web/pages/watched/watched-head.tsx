import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { PageHead } from "../../components/page-head/page-head";
import { useTitle } from "../../components/page-head/use-title";
import { TimeValue } from "../../components/value/time-value";
import type { Standing } from "../../api/watched";
import { LOOKS } from "../../components/watched/looks";
import { RANGES, type RangeName } from "./search";
import styles from "./watched.module.css";

const RANGE_WORDS: Readonly<Record<RangeName, string>> = { "24h": "24 h", "7d": "7 days", "30d": "30 days" };

type Props = {
  name: string;
  /** What it is: an address, a URL, a port. */
  what: ReactNode;
  standing: Standing;
  since: string | null;
  /** What can be done with it. */
  actions: ReactNode;
};

/** What it is called, how it stands and since when. */
export function WatchedHead({ name, what, standing, since, actions }: Props) {
  useTitle(`${name} · Monitoring`);
  return (
    <PageHead
      title={name}
      meta={
        <span className={styles.meta}>
          <StatusMark {...LOOKS[standing]} />
          {since !== null && (
            <span>
              since <TimeValue at={since} />
            </span>
          )}
          {what}
        </span>
      }
      actions={actions}
    />
  );
}

type RangeProps = { range: RangeName; onRange: (range: RangeName) => void };

/** The time that the parts below are about. */
export function RangeButtons({ range, onRange }: RangeProps) {
  return (
    <div role="group" aria-label="Time">
      <Button.Group>
        {RANGES.map((name) => (
          <Button
            key={name}
            size="xs"
            variant={name === range ? "light" : "default"}
            aria-pressed={name === range}
            onClick={() => onRange(name)}
          >
            {RANGE_WORDS[name]}
          </Button>
        ))}
      </Button.Group>
    </div>
  );
}
