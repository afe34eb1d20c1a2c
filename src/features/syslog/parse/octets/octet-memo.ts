const MAX_REMEMBERED = 1024;
const MAX_REMEMBERED_LENGTH = 64;

/** What `valueOf` makes of a text, from `memo` where it was met before; long texts seldom repeat. */
export function memoized<Value>(
  memo: Map<string, Value>,
  text: string,
  valueOf: (text: string) => Value,
): Value {
  const known = memo.get(text);
  if (known !== undefined) return known;
  if (memo.size >= MAX_REMEMBERED) memo.clear();
  const value = valueOf(text);
  if (text.length <= MAX_REMEMBERED_LENGTH) memo.set(text, value);
  return value;
}
