const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACKET, BRACE, BRACKET_END, BRACE_END] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Whether a JSON text is nested in more levels than so many; of a text that is no JSON the answer means nothing. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === BACKSLASH) at++;
    else if (mark === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (mark === BRACKET || mark === BRACE) {
      if (++depth > levels) return true;
    } else if (mark === BRACKET_END || mark === BRACE_END) depth--;
  }
  return false;
}
