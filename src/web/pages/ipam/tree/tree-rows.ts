import type { Model } from "../../../api/client";
import { hasEveryWord } from "../../../components/filters/words";
import {
  compareNetworks,
  contains,
  formatNetwork,
  gapsOf,
  parseNetwork,
  widestOf,
  type Network,
} from "../network";

export type Subnet = Model<"SubnetOut">;

export type SubnetRow = {
  kind: "subnet";
  id: string;
  subnet: Subnet;
  network: Network;
  /** From 1. */
  level: number;
  /** Undefined: nothing is in it. */
  isOpen: boolean | undefined;
};

/** Free space between the subnets of a subnet: one row for each stretch. */
export type FreeRow = {
  kind: "free";
  id: string;
  /** The widest network that fits. */
  cidr: string;
  /** How many more blocks the stretch has. */
  others: number;
  level: number;
};

export type TreeRow = SubnetRow | FreeRow;

type Node = { subnet: Subnet; network: Network; parts: Node[] };

type View = {
  closed: ReadonlySet<number>;
  text: string;
  hasFree: boolean;
};

/** The rows of the tree from top to bottom. A filter shows what matches with all that it lies in, and no free space. */
export function treeRows(subnets: readonly Subnet[], { closed, text, hasFree }: View): TreeRow[] {
  const isFiltered = text.trim() !== "";
  const matches = matcherOf(text);
  const rows: TreeRow[] = [];
  const addNode = (node: Node, level: number): void => {
    const { subnet, network } = node;
    const isOpen = node.parts.length === 0 ? undefined : isFiltered || !closed.has(subnet.id);
    rows.push({ kind: "subnet", id: String(subnet.id), subnet, network, level, isOpen });
    if (isOpen === true) addParts(node, level + 1);
  };
  const addParts = (node: Node, level: number): void => {
    const gaps = hasFree && !isFiltered ? gapRows(node, level) : [];
    for (const part of node.parts) {
      while (gaps[0] !== undefined && gaps[0].first < part.network.first)
        rows.push(...gaps.splice(0, 1).map(({ row }) => row));
      addNode(part, level);
    }
    rows.push(...gaps.map(({ row }) => row));
  };
  for (const root of rootsOf(subnets)) {
    const kept = isFiltered ? keepMatching(root, matches) : root;
    if (kept !== undefined) addNode(kept, 1);
  }
  return rows;
}

/** How many subnets a filter leaves, without those that are only shown because a match lies in them. */
export function countMatching(subnets: readonly Subnet[], text: string): number {
  const matches = matcherOf(text);
  return text.trim() === "" ? subnets.length : subnets.filter((subnet) => matches(subnet)).length;
}

function rootsOf(subnets: readonly Subnet[]): Node[] {
  const nodes = subnets.flatMap((subnet): Node[] => {
    const network = parseNetwork(subnet.cidr);
    return network === undefined ? [] : [{ subnet, network, parts: [] }];
  });
  nodes.sort((one, other) => compareNetworks(one.network, other.network));
  const byId = new Map(nodes.map((node) => [node.subnet.id, node]));
  return nodes.filter((node) => {
    const parent = node.subnet.parent_id === null ? undefined : byId.get(node.subnet.parent_id);
    parent?.parts.push(node);
    return parent === undefined;
  });
}

function keepMatching(node: Node, matches: (subnet: Subnet) => boolean): Node | undefined {
  const parts = node.parts.flatMap((part) => keepMatching(part, matches) ?? []);
  return parts.length > 0 || matches(node.subnet) ? { ...node, parts } : undefined;
}

/** By words in name, CIDR, VLAN and texts; an address or network finds what it lies in and what lies in it. */
function matcherOf(text: string): (subnet: Subnet) => boolean {
  const wanted = parseNetwork(text);
  return (subnet) => {
    const own = wanted === undefined ? undefined : parseNetwork(subnet.cidr);
    if (wanted !== undefined && own !== undefined && (contains(own, wanted) || contains(wanted, own)))
      return true;
    const { name, cidr, vlan_id: vlan, description, notes } = subnet;
    return hasEveryWord([name, cidr, vlan === null ? "" : `vlan ${vlan}`, description, notes], text);
  };
}

type GapRow = { first: bigint; row: FreeRow };

function gapRows({ subnet, network, parts }: Node, level: number): GapRow[] {
  const taken = parts.map((part) => part.network);
  return gapsOf(network, taken).flatMap(({ blocks }): GapRow[] => {
    const widest = widestOf(blocks);
    if (widest === undefined) return [];
    const cidr = formatNetwork(widest);
    const first = blocks[0]?.first ?? widest.first;
    const row: FreeRow = {
      kind: "free",
      id: `free ${subnet.id} ${cidr}`,
      cidr,
      others: blocks.length - 1,
      level,
    };
    return [{ first, row }];
  });
}
