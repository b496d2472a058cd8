export interface Appointment {
  moment: number;
  id: string;
}

/** A binary heap by time, then by id. */
export class Agenda {
  readonly #heap: Appointment[] = [];

  get next(): Appointment | undefined {
    return this.#heap[0];
  }

  add(appointment: Appointment): void {
    let hole = this.#heap.length;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.#heap[parent];
      if (!above || !isBefore(appointment, above)) break;
      this.#heap[hole] = above;
      hole = parent;
    }
    this.#heap[hole] = appointment;
  }

  takeNext(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    let hole = 0;
    for (;;) {
      const child = this.#earlierChild(hole);
      const below = this.#heap[child];
      if (!below || !isBefore(below, last)) break;
      this.#heap[hole] = below;
      hole = child;
    }
    this.#heap[hole] = last;
  }

  #earlierChild(parent: number): number {
    const [left, right] = [2 * parent + 1, 2 * parent + 2];
    const [one, other] = [this.#heap[left], this.#heap[right]];
    return one && other && isBefore(other, one) ? right : left;
  }
}

function isBefore(one: Appointment, other: Appointment): boolean {
  return one.moment < other.moment || (one.moment === other.moment && one.id < other.id);
}
