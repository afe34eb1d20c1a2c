import DataLoader from "dataloader";

const MAX_BATCH_SIZE = 256;

/**
 * Answers many callers with one load: those that come while a load runs wait for the next one. Nothing is cached: every
 * answer comes from a load that began after the question. `load` gives one value or Error per key, in their order.
 */
export function createBatchLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
): (key: Key) => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Key, Value>(
    (keys) => {
      const loading = load(keys);
      running = loading.catch(() => undefined);
      return loading;
    },
    {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      batchScheduleFn: (dispatch) => void running.then(dispatch),
    },
  );
  return (key) => loader.load(key);
}
