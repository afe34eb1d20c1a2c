import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { conflictsQuery } from "../api";
import { ConflictTable } from "./conflict-table";
import { conflictsIn } from "./conflicted-subnets";
import styles from "../ipam.module.css";
import type { Subnet } from "../tree/tree-rows";

/** What contradicts itself: in a subnet, or anywhere. */
export function Conflicts({ subnet }: { subnet: Subnet | undefined }) {
  const query = useQuery(conflictsQuery());
  return (
    <QueryStates query={query} what="conflicts">
      {(all) => {
        const found = subnet === undefined ? all : conflictsIn(subnet.cidr, all);
        if (found.length > 0) {
          return (
            <div className={styles.surface}>
              <ConflictTable conflicts={found} />
            </div>
          );
        }
        return (
          <EmptyState title={subnet === undefined ? "No conflicts" : `No conflicts in ${subnet.cidr}`}>
            Addresses and MAC addresses that are used twice would stand here, and addresses outside of their
            subnet, in a DHCP range, or in use although somebody else has reserved them.
          </EmptyState>
        );
      }}
    </QueryStates>
  );
}
