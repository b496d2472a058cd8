import type { SeededRandom } from '../../../test/load/seeded-random.ts';
import type { StolenCall } from './calls.ts';
import { type Age, AGES, type OwnerKind, type Thing, THINGS } from './things.ts';

export interface Sequence {
  readonly thing: Thing;
  readonly age: Age;
  readonly owner: OwnerKind;
  readonly calls: readonly StolenCall[];
}

/** Attacks by an intruder who knows the code, as parts of call names. */
const KNOWN_ATTACKS: readonly (readonly string[])[] = [
  ['GET /user/identities/authorize', 'DELETE /user/identities/', 'PUT /user {password'],
  ['GET /user/identities/authorize', 'PUT /user {email', 'GET /verify'],
  ['POST /factors', 'POST /factors/:factorId/challenge', 'POST /factors/:factorId/verify'],
  ['DELETE /factors/', 'POST /factors', 'POST /factors/:factorId/verify'],
  ['PUT /user {email', 'GET /verify', 'GET /verify'],
  ['PUT /user {password', 'POST /logout', 'POST /token, password'],
  ['PUT /user {password', 'POST /api/undo', 'PUT /user {email'],
  ['GET /reauthenticate', 'POST /reauthenticate', 'PUT /user {password'],
  ['GET /reauthenticate', 'POST /api/profile/delete'],
  ['PUT /user {password', 'POST /api/profile/delete'],
  ['POST /api/subscriptions/:id/cancel', 'POST /api/profile/delete'],
];

const ALL_THINGS = Object.keys(THINGS) as Thing[];
/** Percentages of the sequences in a sampled run. */
const SAMPLED = { singles: 35, pairs: 40 };

interface Scenario {
  readonly thing: Thing;
  readonly age: Age;
  readonly singles: readonly (readonly StolenCall[])[];
  readonly pairs: readonly (readonly StolenCall[])[];
}

/**
 * For each thing and age: every call alone, every pair of changing calls, and random triples up to `size`. If `size` is too
 * small, samples of all. Calls that only check an operator's role are paired only for the operator's tab.
 */
export function sequencesOf(calls: readonly StolenCall[], size: number, random: SeededRandom): Sequence[] {
  const scenarios = ALL_THINGS.flatMap((thing) => AGES.map((age) => scenarioOf(thing, age, calls)));
  const known = scenarios.flatMap((scenario) => attacks(calls).map((attack) => ({ scenario, calls: attack })));
  const whole = scenarios.flatMap((scenario) =>
    [...scenario.singles, ...scenario.pairs].map((sequence) => ({ scenario, calls: sequence })),
  );
  const three = () => {
    const scenario = random.pick(scenarios);
    return { scenario, calls: [1, 2, 3].map(() => random.pick(random.pick([changing(calls), ownChanges(calls)]))) };
  };
  const drawn = () => {
    const scenario = random.pick(scenarios);
    const turn = random.roll() * 100;
    if (turn >= SAMPLED.singles + SAMPLED.pairs) return three();
    return { scenario, calls: random.pick(turn < SAMPLED.singles ? scenario.singles : scenario.pairs) };
  };
  const base = whole.length + known.length <= size ? [...known, ...whole] : random.shuffle(known).slice(0, size / 4);
  const more = Array.from({ length: size - base.length }, base.length > known.length ? three : drawn);
  return random.shuffle([...base, ...more]).map(({ scenario: { thing, age }, calls: sequence }, number) => {
    const owners: readonly OwnerKind[] = THINGS[thing].owners;
    return { thing, age, owner: owners[number % owners.length] ?? 'subscriber', calls: sequence };
  });
}

/** The smallest `size` that includes every single, pair and known attack. */
export function exhaustiveSize(calls: readonly StolenCall[]): number {
  const scenarios = ALL_THINGS.flatMap((thing) => AGES.map((age) => scenarioOf(thing, age, calls)));
  const own = scenarios.reduce((total, { singles, pairs }) => total + singles.length + pairs.length, 0);
  return own + scenarios.length * KNOWN_ATTACKS.length;
}

function scenarioOf(thing: Thing, age: Age, calls: readonly StolenCall[]): Scenario {
  const paired = thing === 'operator’s tab' ? changing(calls) : ownChanges(calls);
  const pairs = paired.flatMap((first) => paired.map((second) => [first, second]));
  return { thing, age, singles: calls.map((call) => [call]), pairs };
}

function changing(calls: readonly StolenCall[]): readonly StolenCall[] {
  return calls.filter(({ changesState, kind }) => changesState && kind !== 'admin');
}

function ownChanges(calls: readonly StolenCall[]): readonly StolenCall[] {
  return changing(calls).filter(({ kind }) => kind !== 'console');
}

function attacks(calls: readonly StolenCall[]): readonly (readonly StolenCall[])[] {
  return KNOWN_ATTACKS.map((names) =>
    names.map((part) => {
      const call = calls.find(({ name }) => name === part) ?? calls.find(({ name }) => name.startsWith(part));
      if (call === undefined) throw new Error(`No call is named like ${part}.`);
      return call;
    }),
  );
}
