// What values that a key or a column has say of a verdict or a reason by their whole text.

/** A verdict where a rule would stand, which is none: `[drop]`, `blocking`. */
export const VERDICT_RULE = /^\[?(?:accept|allow|permit|pass|deny|drop|block|reject)(?:p?ing)?\]?$/i;
/** Where a device has no other word for what it lets nobody through. */
export const FILTERED = /^\s*filtered\s*$/i;
/** `conn_open_natsat`, `session-created`. */
export const OPENED =
  /^(?:conn(?:ection)?|session|flow)[_ -]?(?:open(?:ed)?|created?|established|setup|start(?:ed)?)(?:$|[_ -][a-z]{2,8}$)/i;
/** What is no reason where it is called one, or an error. */
export const NO_REASON =
  /^(?:true|false|yes|no|ok|okay|nil|none|success(?:ful(?:ly)?)?|succeeded|no[ _-]?errors?|0+|0x0+|\{\}|\[\])$/i;
