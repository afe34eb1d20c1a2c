import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { IdleTimer } from "#platform/idle-timer";

type Options = Pick<
  ConstructorParameters<typeof ZxcvbnFactory>[0] & object,
  "l33tMaxSubstitutions" | "maxLength"
>;

/** Each list of the package as one text, its entries a line each. */
let lists: ReadonlyMap<string, string> | undefined;

/**
 * zxcvbn with its lists of common passwords and words: loaded with the first use, in a tenth of a second; what is made
 * of the lists, 10 MB, goes when it was not used for `idleMs`.
 */
export class PasswordGuesser {
  readonly #options: Options;
  readonly #use: IdleTimer;
  #loading: Promise<ZxcvbnFactory> | undefined;

  constructor(options: Options, idleMs: number) {
    this.#options = options;
    this.#use = new IdleTimer(idleMs, async () => {
      this.#loading = undefined;
    });
  }

  get isLoaded(): boolean {
    return this.#loading !== undefined;
  }

  during<Result>(work: (zxcvbn: ZxcvbnFactory) => Promise<Result>): Promise<Result> {
    this.#loading ??= this.#load();
    return this.#use.during(this.#loading.then(work));
  }

  async #load(): Promise<ZxcvbnFactory> {
    const { ZxcvbnFactory: Factory } = await import("@zxcvbn-ts/core");
    await Bun.sleep(0);
    const { adjacencyGraphs: graphs, dictionary: packaged } = await import("@zxcvbn-ts/language-common");
    lists ??= takeLists(packaged);
    await Bun.sleep(0);
    const dictionary = Object.fromEntries([...lists].map(([name, text]) => [name, text.split("\n")]));
    return new Factory({ ...this.#options, dictionary, graphs });
  }
}

/** Empties the package's lists, which nobody else uses: as 50,000 texts they would stay for good. */
function takeLists(packaged: Record<string, (string | number)[]>): ReadonlyMap<string, string> {
  return new Map(Object.entries(packaged).map(([name, list]) => [name, list.splice(0).join("\n")]));
}
