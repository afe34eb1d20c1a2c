import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import { QueryStates } from "../../../components/states/query-states";
import { formatNumber } from "../../../format/number";
import { usedByBlock } from "./address-cells";
import { manyRangesQuery } from "../api";
import styles from "./block-strip.module.css";
import { moveInCells } from "./grid-keys";
import { contains, formatAddress, formatNetwork, networkAt, partsOf, sizeOf, type Network } from "../network";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

type Props = {
  subnet: Subnet;
  network: Network;
  /** The part that is looked at. */
  block: Network | undefined;
  view: IpamView;
};

const SMALLEST = 24;
/** Bits of a step: 256 blocks of a network at a time. */
const STEP = 8;
const MAX_BLOCKS = 256;

/** A big network as blocks, in steps of at most 256, down to /24. */
export function BlockStrip({ subnet, network, block, view }: Props) {
  const shown = block !== undefined && contains(network, block) ? outerOf(network, block) : network;
  const blocks = partsOf(shown, blockLength(shown), MAX_BLOCKS);
  const from = formatAddress({ bits: shown.bits, value: shown.first });
  const query = useQuery(manyRangesQuery(subnet.id, from));
  const open = (opened: Network) => view.change({ block: formatNetwork(opened), ip: undefined });
  const isStepped = shown.length > network.length;
  return (
    <>
      <div className={styles.head}>
        <span>
          Blocks of /{blockLength(shown)} in <span className="mono">{formatNetwork(shown)}</span>
        </span>
        {isStepped && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => view.change({ block: stepOut(network, shown), ip: undefined })}
          >
            Show all of {subnet.cidr}
          </Button>
        )}
      </div>
      <QueryStates query={query} what="blocks" rows={4}>
        {({ ranges, next }) => (
          <Blocks
            blocks={blocks}
            used={usedByBlock(blocks, { ranges, isComplete: next === null })}
            chosen={block}
            onOpen={open}
          />
        )}
      </QueryStates>
      {block?.length !== SMALLEST && <p className={styles.hint}>Open a block to see its addresses.</p>}
    </>
  );
}

/** The blocks of a network are up to 256, and never smaller than a /24. */
function blockLength({ length }: Network): number {
  return Math.min(SMALLEST, length + STEP);
}

/** The network whose blocks are shown while one of them is looked at. */
function outerOf(network: Network, block: Network): Network {
  if (block.length < SMALLEST) return block;
  let outer = network;
  while (blockLength(outer) < block.length)
    outer = networkAt({ bits: block.bits, value: block.first }, blockLength(outer));
  return outer;
}

function stepOut(network: Network, shown: Network): string | undefined {
  const length = shown.length - STEP;
  return length <= network.length
    ? undefined
    : formatNetwork(networkAt({ bits: shown.bits, value: shown.first }, length));
}

type BlocksProps = {
  blocks: readonly Network[];
  used: readonly (number | null)[];
  chosen: Network | undefined;
  onOpen: (block: Network) => void;
};

function Blocks({ blocks, used, chosen, onOpen }: BlocksProps) {
  const isChosen = ({ first, length }: Network) => chosen?.first === first && chosen.length === length;
  const [active, setActive] = useState(() => Math.max(0, blocks.findIndex(isChosen)));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = moveInCells(active, event.key, { count: blocks.length, isToEnd: event.ctrlKey });
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div role="toolbar" tabIndex={-1} aria-label="Blocks" className={styles.blocks} onKeyDown={onKeyDown}>
      {blocks.map((block, index) => {
        const count = used[index] ?? null;
        const words = count === null ? "not counted" : `${formatNumber(count)} used`;
        const label = `${formatNetwork(block)}, ${words}`;
        return (
          <button
            key={String(block.first)}
            type="button"
            tabIndex={index === active ? 0 : -1}
            aria-label={label}
            aria-pressed={isChosen(block)}
            title={label}
            data-level={levelOf(count, block)}
            className={styles.block}
            onClick={() => {
              setActive(index);
              onOpen(block);
            }}
          >
            {shortOf(block, blocks[index - 1])}
          </button>
        );
      })}
    </div>
  );
}

/** The octet that tells a block from the one before it: `16`; where the one above has changed too, both: `97.0`. */
function shortOf(block: Network, before: Network | undefined): string {
  const last = Math.ceil(block.length / 8) - 1;
  const octets = octetsOf(block);
  const isNext = before !== undefined && octetsOf(before)[last - 1] === octets[last - 1];
  return octets.slice(isNext ? last : Math.max(0, last - 1), last + 1).join(".");
}

function octetsOf({ bits, first }: Network): string[] {
  return formatAddress({ bits, value: first }).split(".");
}

function levelOf(count: number | null, block: Network): string {
  if (count === null) return "unknown";
  if (count === 0) return "empty";
  const share = count / Number(sizeOf(block));
  return share > 0.9 ? "full" : share > 0.75 ? "filling" : "used";
}
