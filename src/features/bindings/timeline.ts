/** Who holds an address, as far as it is known. MAC addresses in lower case with colons. */
export type Holder = {
  macAddress: string | null;
  clientId: string | null;
  host: string | null;
  switchName: string | null;
  switchPort: string | null;
};

/** One holder's time, milliseconds since 1970: `from` <= `seenAt` <= `to`, which is not its own any more. */
export type Binding = Holder & { from: number; seenAt: number; to: number; isEnded: boolean };

/**
 * The bindings of one address by one source and reporter, the earliest first: none overlaps the next, no two begin
 * together.
 */
export type Timeline = readonly Binding[];

/** A sign that somebody held the address at a moment, and would hold it until `to` if nothing else came. */
export type Sign = { at: number; to: number; holder: Holder };

/**
 * The timeline with one more sign, in whatever order signs come. The same holder's binding is made longer; another's
 * ends where the new one begins, and goes on behind it where there is a later sign of it. Told twice, it is the same.
 */
export function withSign(timeline: Timeline, sign: Sign): Timeline {
  const { at, to, holder } = sign;
  const index = timeline.findLastIndex(({ from }) => from <= at);
  const covering = timeline[index];
  const later = timeline.slice(index + 1);
  if (covering === undefined || at > covering.to)
    return settled(timeline.slice(0, index + 1), begun(sign), later);
  const earlier = timeline.slice(0, index);
  if (isSameHolder(covering, holder)) return settled(earlier, extended(covering, { at, to, holder }), later);
  const before = covering.from < at ? [cutAt(covering, at)] : [];
  const after = remainderOf(covering, { at, next: later[0] });
  return settled([...earlier, ...before], begun(sign), [...after, ...later]);
}

/**
 * The timeline after a holder has given the address back, or lost it. Of an end that nobody began, or of another's
 * time, nothing is made.
 */
export function withEnd(timeline: Timeline, { at, holder }: { at: number; holder: Holder }): Timeline {
  const index = timeline.findLastIndex(({ from }) => from <= at);
  const covering = timeline[index];
  if (covering === undefined || at > covering.to || !isSameHolder(covering, holder)) return timeline;
  const isLate = covering.seenAt > at;
  const ended = { ...covering, seenAt: isLate ? covering.from : covering.seenAt, to: at, isEnded: true };
  const after = remainderOf(covering, { at, next: timeline[index + 1] });
  return timeline.toSpliced(index, 1, ended, ...after);
}

/** Whose the address was at that moment; undefined: nobody's that is known of. */
export function bindingAt(timeline: Timeline, at: number): Binding | undefined {
  const last = timeline.findLast(({ from }) => from <= at);
  return last !== undefined && isHeldAt(last, at) ? last : undefined;
}

/** For the last binding that began by then: whether it went on. */
export function isHeldAt({ from, to }: Pick<Binding, "from" | "to">, at: number): boolean {
  return at < to || at === from;
}

/**
 * By the best that is known of both; where nothing is, it is not another. The same machine on another port is another
 * binding.
 */
export function isSameHolder(one: Holder, other: Holder): boolean {
  if (one.switchPort !== null && other.switchPort !== null) {
    if (one.switchPort !== other.switchPort || one.switchName !== other.switchName) return false;
  }
  if (one.clientId !== null && other.clientId !== null) return one.clientId === other.clientId;
  if (one.macAddress !== null && other.macAddress !== null) return one.macAddress === other.macAddress;
  if (one.host !== null && other.host !== null) return one.host.toLowerCase() === other.host.toLowerCase();
  return true;
}

function begun({ at, to, holder }: Sign): Binding {
  return { ...holder, from: at, seenAt: at, to, isEnded: false };
}

/** What was ended on purpose is not made longer by a sign from before its end. */
function extended(binding: Binding, { at, to, holder }: Sign): Binding {
  const staysEnded = binding.isEnded && at < binding.to;
  const [newer, older] = at >= binding.seenAt ? [holder, binding] : [binding, holder];
  return {
    ...merged(newer, older),
    from: binding.from,
    seenAt: Math.max(binding.seenAt, at),
    to: staysEnded ? binding.to : Math.max(binding.to, to),
    isEnded: staysEnded,
  };
}

function merged(newer: Holder, older: Holder): Holder {
  return {
    macAddress: newer.macAddress ?? older.macAddress,
    clientId: newer.clientId ?? older.clientId,
    host: newer.host ?? older.host,
    switchName: newer.switchName ?? older.switchName,
    switchPort: newer.switchPort ?? older.switchPort,
  };
}

/** Of what came later than `at` nothing is known but the last sign. */
function cutAt(binding: Binding, at: number): Binding {
  return {
    ...binding,
    seenAt: binding.seenAt > at ? binding.from : binding.seenAt,
    to: at,
    isEnded: binding.isEnded && binding.to === at,
  };
}

/** What goes on behind `at`, as there is a later sign of it: nothing where the next begins at that very moment. */
function remainderOf(binding: Binding, { at, next }: { at: number; next: Binding | undefined }): Binding[] {
  const from = binding.seenAt;
  return from > at && next?.from !== from ? [{ ...binding, from }] : [];
}

/**
 * Puts a binding between others, whose `to` may reach into the later ones: those of its holder become part of it,
 * another's ends it.
 */
function settled(earlier: Timeline, binding: Binding, later: Timeline): Timeline {
  const before = earlier.at(-1);
  const isContinued = before !== undefined && continues(before, binding);
  let settling = isContinued ? joined(before, binding) : binding;
  let taken = 0;
  for (const next of later) {
    if (settling.isEnded || next.from > settling.to) break;
    if (!isSameHolder(settling, next)) {
      settling = { ...settling, to: next.from };
      break;
    }
    settling = joined(settling, next);
    taken += 1;
  }
  return [...(isContinued ? earlier.slice(0, -1) : earlier), settling, ...later.slice(taken)];
}

function continues(before: Binding, binding: Binding): boolean {
  return !before.isEnded && before.to >= binding.from && isSameHolder(before, binding);
}

function joined(first: Binding, second: Binding): Binding {
  return {
    ...merged(second, first),
    from: first.from,
    seenAt: Math.max(first.seenAt, second.seenAt),
    to: second.isEnded ? second.to : Math.max(first.to, second.to),
    isEnded: second.isEnded,
  };
}
