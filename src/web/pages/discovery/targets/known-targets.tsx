import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { scansQuery } from "../api";
import styles from "../discovery.module.css";
import { subnetsQuery } from "./api";
import { knownTargets } from "./known";

/** What was scanned before and the subnets of IPAM, to be taken instead of typed. */
export function KnownTargets({ onTake }: { onTake: (target: string) => void }) {
  const { data: scans = [] } = useQuery(scansQuery());
  const { data: subnets = [] } = useQuery(subnetsQuery());
  const known = knownTargets(scans, subnets);
  if (known.length === 0) return null;
  return (
    <div className={styles.known} role="group" aria-label="Known networks">
      {known.map(({ target, name }) => (
        <Button key={target} size="compact-xs" variant="default" onClick={() => onTake(target)}>
          <span className="mono">{target}</span>
          {name !== undefined && <span className={styles.dimmed}>&nbsp;{name}</span>}
        </Button>
      ))}
    </div>
  );
}
