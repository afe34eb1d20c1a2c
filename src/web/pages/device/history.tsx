import { useQuery } from "@tanstack/react-query";
import { bindingsFileHref, bindingsQuery, MAX_BINDINGS } from "../../api/bindings";
import type { Device } from "../../api/inventory";
import { BINDING_COLUMNS, bindingKey } from "../../components/holder/binding-columns";
import { Section } from "../../components/page-head/section";
import { SimpleTable } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatNumber } from "../../format/number";
import styles from "./device.module.css";

/** Which addresses the device had, and who else had those that it has. */
export function History({ device }: { device: Device }) {
  const wanted = { device_id: device.id };
  const query = useQuery(bindingsQuery(wanted));
  return (
    <QueryStates query={query} what="the history of addresses" rows={8}>
      {(bindings) =>
        bindings.length === 0 ? (
          <EmptyState title="Nothing is known yet">
            Who had which address comes out of the logs of DHCP servers, imported leases, switches and scans.
          </EmptyState>
        ) : (
          <Section
            title="Address history"
            hint="The addresses that its MAC addresses had, and who had the addresses that it has"
            actions={
              <a href={bindingsFileHref(wanted)} download>
                Save as CSV
              </a>
            }
          >
            <SimpleTable
              label="Address history"
              rows={bindings}
              rowId={bindingKey}
              columns={BINDING_COLUMNS}
            />
            {bindings.length === MAX_BINDINGS && (
              <p className={styles.dimmed}>
                The latest {formatNumber(MAX_BINDINGS)} are shown; the file has all.
              </p>
            )}
          </Section>
        )
      }
    </QueryStates>
  );
}
