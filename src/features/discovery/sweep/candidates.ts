/** Hosts that have said something to a connection, with the ports that need not be asked again. */
export class Candidates {
  readonly #ports = new Map<string, Set<number>>();

  note(address: string, port: number): void {
    const ports = this.#ports.get(address) ?? new Set();
    ports.add(port);
    this.#ports.set(address, ports);
  }

  hasAnswered(address: string, port: number): boolean {
    return this.#ports.get(address)?.has(port) ?? false;
  }

  addresses(): IterableIterator<string> {
    return this.#ports.keys();
  }
}
