import { describe, expect, test } from 'vitest';
import { passagesOf } from './passages.ts';

const words = (html: string) => passagesOf(html).map(({ kind, runs }) => [kind, runs.map(({ text }) => text).join('')]);

describe('the text of a letter', () => {
  test('is a list of passages, each of its kind, with every word in its order', () => {
    const html = `
<div>
  <p class="dateline">Salt Point, May 6</p>
  <p class="inside">The Inspector<br>Boston</p>
  <p>I trouble, sir, it is how I am made.</p>
  <hr>
  <section class="telegram">
    <p>To LUNT</p>
    <p>WILL NOT</p>
  </section>
  <div class="memo">Door.</div>
  <section class="enclosure">
    <h2>A list</h2>
    <p>Two lines &amp; a blot.</p>
  </section>
</div>`;
    expect(words(html)).toEqual([
      ['dateline', 'Salt Point, May 6'],
      ['inside', 'The Inspector\nBoston'],
      ['paragraph', 'I trouble, sir, it is how I am made.'],
      ['rule', ''],
      ['telegram', 'To LUNT'],
      ['telegram', 'WILL NOT'],
      ['memo', 'Door.'],
      ['enclosure-title', 'A list'],
      ['enclosure', 'Two lines & a blot.'],
    ]);
  });

  test('says how its words are written', () => {
    const [passage] = passagesOf(
      '<p>A <em>plain</em> word<span class="margin"> <span class="aloud">[in the margin:]</span> no</span></p>',
    );
    expect(passage?.runs).toEqual([
      { text: 'A ', marks: [] },
      { text: 'plain', marks: ['em'] },
      { text: ' word', marks: [] },
      { text: ' ', marks: ['margin'] },
      { text: '[in the margin:]', marks: ['margin', 'aloud'] },
      { text: ' no', marks: ['margin'] },
    ]);
  });

  test('keeps the number of an item that is in a list of its own', () => {
    expect(words('<ol><li value="4">Mouth. Oil.</li></ol>')).toEqual([['paragraph', '4. Mouth. Oil.']]);
    const margin = '<p>[in the margin: </p><ol><li value="4">Mouth.</li></ol><p>] After it.</p><p>Next.</p>';
    expect(words(margin)).toEqual([
      ['paragraph', '[in the margin: 4. Mouth.] After it.'],
      ['paragraph', 'Next.'],
    ]);
  });

  test('is refused when it has what no paper of ours makes', () => {
    expect(() => passagesOf('<p>A <script>word</script></p>')).toThrow('<script>');
    expect(() => passagesOf('<p>One &copy; two</p>')).toThrow('&copy;');
  });
});
