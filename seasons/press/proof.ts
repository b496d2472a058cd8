import { type SeasonOnPaper, speakerOf } from '../check/fault.ts';
import type { Letter } from '../season.ts';
import { infoOf } from './letter-files.ts';
import type { Press } from './press.ts';

/** The whole season with what each letter asserts, hides and plants. For the house only: it gives everything away. */
export function setProofBook(press: Press, season: SeasonOnPaper): Buffer {
  const { manifest, facts } = season;
  const files: Record<string, Buffer> = {};
  const letters = manifest.letters.map((letter) => {
    const path = `proof-${letter.number}.pdf`;
    const { pdf, pages } = press.master(infoOf(manifest, letter));
    files[path] = pdf;
    return { ...outline(season, letter), path: `/${path}`, pages };
  });
  const premises = facts.premises.map(({ id, says, proves }) => ({
    id,
    says,
    proves,
    planted: manifest.letters
      .filter(({ plants }) => plants.some(({ premise }) => premise === id))
      .map((letter) => `${letter.number} ${letter.writer}`),
  }));
  files['proof.json'] = Buffer.from(JSON.stringify({ title: manifest.title, letters, premises }));
  return press.set('#include "/press/proof.typ"', files);
}

function outline({ facts }: SeasonOnPaper, letter: Letter) {
  const truths = new Map(facts.facts.map((fact) => [fact.id, fact]));
  return {
    number: letter.number,
    title: letter.title,
    writer: letter.writer,
    to: letter.to,
    written: letter.written,
    turns: letter.turns,
    hook: letter.hook,
    plants: letter.plants.map((plant) => `${plant.premise}: “${plant.quote}” (${speakerOf(letter, plant)})`),
    asserts: letter.asserts.map((assertion) => {
      const truth = truths.get(assertion.fact)?.truth ?? '';
      const told =
        assertion.says === undefined ? truth : `${assertion.says}, in truth ${truth} (${assertion.lie ?? 'unmarked'})`;
      return `${assertion.fact} = ${told}: “${assertion.quote}”`;
    }),
    enclosures: letter.enclosures.map(({ title }) => title),
  };
}
