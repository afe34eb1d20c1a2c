import {
  comparePrefixes,
  contains,
  sizeOf,
  subtractIntervals,
  usableInterval,
  type Family,
  type Interval,
  type Prefix,
} from "../prefix";

/** A subnet as far as it takes addresses. */
export type Block = { id: number; prefix: Prefix; isPool: boolean };

/** Distinct addresses that are taken, and by what; one address may be taken by several. */
export type Counts = { used: number; devices: number; leases: number; reservations: number };

export type Usage = Omit<Counts, "used"> & { total: bigint; used: bigint };

/** Addresses that belong to a subnet and to no smaller one in it. */
export type Segment = Interval & { id: number; family: Family };

export type Node = Block & { parentId: number | null; depth: number; children: Node[] };

/** Puts subnets under the smallest one in which each lies. Gives them sorted, parents before children. */
export function toTree(blocks: readonly Block[]): Node[] {
  const open: Node[] = [];
  return blocks
    .toSorted((left, right) => comparePrefixes(left.prefix, right.prefix))
    .map((block) => {
      while (open.length > 0 && !isIn(open, block.prefix)) open.pop();
      const parent = open.at(-1);
      const node: Node = { ...block, parentId: parent?.id ?? null, depth: open.length, children: [] };
      parent?.children.push(node);
      open.push(node);
      return node;
    });
}

function isIn(open: readonly Node[], prefix: Prefix): boolean {
  const last = open.at(-1);
  return last !== undefined && contains(last.prefix, prefix);
}

/**
 * Cuts the address space so that each usable address is in exactly one segment: that of the smallest subnet that may
 * use it. So nothing is counted twice, whatever is nested in what.
 */
export function toSegments(nodes: readonly Node[]): Segment[] {
  return nodes.flatMap((node) => {
    const holes = node.children.map(({ prefix, isPool }) => usableInterval(prefix, { isPool }));
    const own = subtractIntervals(usableInterval(node.prefix, node), holes);
    return own.map((interval) => ({ ...interval, id: node.id, family: node.prefix.family }));
  });
}

/** The usage of each subnet: what its own segments hold, and what the subnets in it do. `nodes` come from `toTree`. */
export function addUp(nodes: readonly Node[], own: ReadonlyMap<number, Counts>): Map<number, Usage> {
  const sums = new Map(nodes.map(({ id }) => [id, { ...(own.get(id) ?? NONE) }]));
  for (const { id, parentId } of nodes.toReversed()) {
    const counts = sums.get(id);
    const parent = parentId === null ? undefined : sums.get(parentId);
    if (counts === undefined || parent === undefined) continue;
    parent.used += counts.used;
    parent.devices += counts.devices;
    parent.leases += counts.leases;
    parent.reservations += counts.reservations;
  }
  return new Map(
    nodes.map(({ id, prefix, isPool }) => {
      const counts = sums.get(id) ?? NONE;
      return [
        id,
        { ...counts, used: BigInt(counts.used), total: sizeOf(usableInterval(prefix, { isPool })) },
      ];
    }),
  );
}

const NONE: Counts = { used: 0, devices: 0, leases: 0, reservations: 0 };
