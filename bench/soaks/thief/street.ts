import pLimit from 'p-limit';
import { secondsSince } from '../soak.ts';
import { Home } from './home.ts';
import { Intruder } from './intruder.ts';
import { makeOwner } from './owners.ts';
import type { UserRows } from './rows.ts';
import type { Sequence } from './sequences.ts';
import type { Stage } from './stage.ts';
import { allowanceOf, type OwnerKind } from './things.ts';

const THIEVES_AT_ONCE = 4;
/** An owner's mailbox and sessions grow, which makes each check slower. */
const SEQUENCES_PER_OWNER = 50;
const REPORT_EVERY = 1_000;
const REPORTED = 60;

/** Many owners; each faces one thief at a time. */
export class Street {
  readonly #stage: Stage;
  readonly #rows: UserRows;
  readonly #report: (line: string) => void;
  readonly #began = performance.now();
  readonly #spare = new Map<OwnerKind, Home[]>();
  #bystanders: readonly string[] = [];
  #done = 0;
  #changed = 0;
  #violations = 0;
  readonly #answers = { taken: 0, refused: 0 };

  constructor(stage: Stage, rows: UserRows, report: (line: string) => void) {
    this.#stage = stage;
    this.#rows = rows;
    this.#report = report;
  }

  /** @throws Error, with the sequences, when a user lost or a thief saw more than the table allows */
  async walk(sequences: readonly Sequence[]): Promise<void> {
    const bystander = await makeOwner(this.#stage.shop, 'guarded');
    const shown = [...bystander.canaries].flatMap(([canary, realm]) => (realm === 'secrets' ? [] : [canary]));
    this.#bystanders = [bystander.user.email, ...shown];
    await pLimit(THIEVES_AT_ONCE).map(sequences, async (sequence) => {
      await this.#visit(sequence).catch((error: unknown) => this.#record(sequence, error));
      this.#done += 1;
      if (this.#done % REPORT_EVERY === 0) this.#report(`${this.#done} sequences in ${secondsSince(this.#began)}`);
    });
    for (const home of [...this.#spare.values()].flat()) await home.check([]);
    if (this.#violations > 0) throw new Error(`${this.#violations} sequences did what the table does not allow.`);
  }

  #record({ thing, age, owner, calls }: Sequence, error: unknown): void {
    this.#violations += 1;
    const names = calls.map(({ name }) => name).join(' → ');
    const said = error instanceof Error ? error.message : String(error);
    const line = `${thing}, ${age}, ${owner}: ${names}: ${said}`;
    if (this.#violations > REPORTED) throw new Error(line, { cause: error });
    this.#report(`VIOLATION ${line}`);
  }

  async #visit({ thing, age, owner: kind, calls }: Sequence): Promise<void> {
    const home = await this.#open(kind);
    const neighbour = thing === 'operator’s tab' ? await this.#open('subscriber') : null;
    await home.lookAtMailbox();
    await neighbour?.lookAtMailbox();
    const { owner } = home;
    const [stage, bystanders] = [this.#stage, this.#bystanders];
    const intruder = await Intruder.steal({ stage, owner, subject: neighbour?.owner ?? owner, thing, age, bystanders });
    for (const call of calls) this.#answers[(await intruder.make(call)) < 400 ? 'taken' : 'refused'] += 1;
    const { reads, changes } = allowanceOf(thing, age);
    refuseBeyond('read', [...intruder.read], reads);
    const changed = await home.changes();
    refuseBeyond('changed', changed, changes);
    if (neighbour !== null && (await neighbour.checkSubject(owner))) await this.#close('subscriber', neighbour);
    if (changed.includes('deletion')) return;
    if (changed.length > 0) {
      this.#changed += 1;
      await home.check(intruder.sessions);
    }
    await this.#close(kind, home);
  }

  async #open(kind: OwnerKind): Promise<Home> {
    return this.#spare.get(kind)?.pop() ?? (await Home.open(this.#stage, kind, this.#rows));
  }

  async #close(kind: OwnerKind, home: Home): Promise<void> {
    home.visits += 1;
    if (home.visits >= SEQUENCES_PER_OWNER) return await home.check([]);
    this.#spare.set(kind, [...(this.#spare.get(kind) ?? []), home]);
  }

  summary(): string {
    const { taken, refused } = this.#answers;
    return `${taken} calls taken and ${refused} refused; ${this.#changed} times the owner took something back`;
  }
}

function refuseBeyond(did: string, all: readonly string[], allowed: readonly string[]): void {
  const beyond = all.filter((each) => !allowed.includes(each));
  if (beyond.length > 0) throw new Error(`It ${did} ${beyond.join(', ')}.`);
}
