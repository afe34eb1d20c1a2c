import type { ReadinessProbe } from "#features/system";

/** Whether this process is about to stop: proxies are to send it nothing more, while it still does all that it did. */
export class Drain {
  #isDraining = false;

  readonly probe: ReadinessProbe = {
    name: "service",
    check: () =>
      Promise.resolve(
        this.#isDraining
          ? { ok: false, message: "it stops, and takes no more callers" }
          : { ok: true, message: "it runs" },
      ),
  };

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when whoever asks for readiness has had the time to notice. */
  async begin(graceMs: number): Promise<void> {
    this.#isDraining = true;
    if (graceMs > 0) await Bun.sleep(graceMs);
  }
}
