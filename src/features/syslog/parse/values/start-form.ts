const ASCII = 128;

/**
 * A form at the begin of a text, with all characters of ASCII that it may begin with: on a text that begins otherwise it
 * is not tried, as it cannot be there.
 */
export class StartForm {
  readonly #starts = new Uint8Array(ASCII);
  readonly #form: RegExp;

  constructor(starts: string, form: RegExp) {
    for (const start of starts) this.#starts[start.charCodeAt(0)] = 1;
    this.#form = form;
  }

  /** As the form's own. */
  exec(text: string): RegExpExecArray | null {
    return this.#mayBegin(text) ? this.#form.exec(text) : null;
  }

  /** Whether a text begins with the form. */
  test(text: string): boolean {
    return this.#mayBegin(text) && this.#form.test(text);
  }

  #mayBegin(text: string): boolean {
    return text !== "" && this.#starts[text.charCodeAt(0)] === 1;
  }
}

export const DIGITS = "0123456789";
export const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LETTERS = `abcdefghijklmnopqrstuvwxyz${CAPITALS}`;
