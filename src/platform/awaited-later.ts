/**
 * Work that goes on beside other work and is awaited behind it: until then its failure is not one that nobody hears.
 */
export function awaitedLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}
