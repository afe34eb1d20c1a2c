import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryStates } from "../../../components/states/query-states";
import { AddressGrid } from "./address-grid";
import { conflictsByAddress, entriesOf, toCell, type AddressEntry } from "./address-cells";
import { addressesQuery, conflictsQuery, rangesQuery } from "../api";
import { BlockStrip } from "./block-strip";
import { parseNetwork, formatAddress, type Network } from "../network";
import { RangeList } from "./range-list";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

type Props = { subnet: Subnet; view: IpamView };

/** The longest prefix of which not every address is drawn at once (1,024 addresses still are). */
const WHOLE_FROM = 22;
const BLOCK_LENGTH = 24;
const BLOCK_SIZE = 256;

/** The addresses of a subnet: small ones whole, big IPv4 ones block by block, IPv6 as rows with its gaps. */
export function Addresses({ subnet, view }: Props) {
  const network = parseNetwork(subnet.cidr);
  if (network === undefined) return null;
  if (network.bits === 128) return <RangeList subnet={subnet} view={view} />;
  if (network.length >= WHOLE_FROM) return <WholeGrid subnet={subnet} view={view} />;
  const block = parseNetwork(view.search.block ?? "");
  return (
    <>
      <BlockStrip subnet={subnet} network={network} block={block} view={view} />
      {block?.length === BLOCK_LENGTH && (
        <BlockGrid key={view.search.block} subnet={subnet} block={block} view={view} />
      )}
    </>
  );
}

function WholeGrid({ subnet, view }: Props) {
  const query = useQuery(addressesQuery(subnet.id));
  return (
    <QueryStates query={query} what="addresses" rows={16}>
      {(entries) => <Cells subnet={subnet} entries={entries} view={view} />}
    </QueryStates>
  );
}

function BlockGrid({ subnet, block, view }: Props & { block: Network }) {
  const from = formatAddress({ bits: block.bits, value: block.first });
  const query = useQuery(rangesQuery(subnet.id, { from, limit: BLOCK_SIZE }));
  return (
    <QueryStates query={query} what="addresses" rows={16}>
      {({ ranges }) => <Cells subnet={subnet} entries={entriesOf(block, ranges)} view={view} />}
    </QueryStates>
  );
}

function Cells({ subnet, entries, view }: Props & { entries: readonly AddressEntry[] }) {
  const { data: conflicts } = useQuery(conflictsQuery());
  const cells = useMemo(() => {
    const byAddress = conflictsByAddress(conflicts ?? []);
    return entries.map((entry) => toCell(entry, byAddress));
  }, [entries, conflicts]);
  return <AddressGrid subnet={subnet} cells={cells} view={view} />;
}
