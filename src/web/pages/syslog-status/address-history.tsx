import { useQuery } from "@tanstack/react-query";
import { bindingStatusQuery } from "../../api/bindings";
import { StatusMark } from "../../components/badge/status-mark";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatCount, formatNumber } from "../../format/number";

/** How much is kept of who had which address, and what of it was not. */
export function AddressHistory() {
  const query = useQuery(bindingStatusQuery());
  return (
    <Section title="Address history">
      <QueryStates query={query} what="the address history" rows={4}>
        {(status) => (
          <Facts
            facts={[
              {
                label: "Kept",
                value: `${formatCount(status.rows, ["holder of an address", "holders of addresses"])}, ${formatBytes(status.size_bytes)}`,
              },
              { label: "Oldest", value: <TimeValue at={status.oldest_from} absent="none yet" /> },
              { label: "Kept for", value: formatCount(status.retention_days, ["day", "days"]) },
              {
                label: "Since start",
                value: `${formatNumber(status.added)} new, ${formatNumber(status.changed)} renewed or ended`,
              },
              ...(status.refused + status.failed === 0
                ? []
                : [
                    {
                      label: "Not kept",
                      value: (
                        <StatusMark
                          status="down"
                          label={`${formatNumber(status.refused)} beyond what an hour may bring, ${formatNumber(status.failed)} failed`}
                        />
                      ),
                    },
                  ]),
            ]}
          />
        )}
      </QueryStates>
    </Section>
  );
}
