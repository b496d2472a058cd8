const PAGE_HEIGHT = 792;
const PAGE_WIDTH = 612;

/** The pages without what their glyphs look like, for asking where something stands. */
export function outlinesOf(svg: string): string[] {
  const defsAt = svg.indexOf('\n    <defs');
  return drawnPages(defsAt === -1 ? svg : svg.slice(0, defsAt)).map((page) => `${page}<defs>`);
}

function drawnPages(drawn: string): string[] {
  return drawn
    .split(/\n {4}(?=<g[ >])/)
    .slice(1)
    .map((page) => page.replace(/^<g[^>]*>/, '<g>'));
}

/**
 * Typst draws all pages below one another. Each becomes a picture of its own with only the glyphs it shows, its numbers
 * rounded to a hundredth of a point, or to a thousandth in outlines, which add up.
 */
export function splitPages(svg: string): string[] {
  const defsAt = svg.indexOf('\n    <defs');
  const drawn = defsAt === -1 ? svg : svg.slice(0, defsAt);
  const defs = defsAt === -1 ? '' : svg.slice(defsAt);
  const glyphs = new Map(
    [...defs.matchAll(/<symbol id="([^"]+)"[\s\S]*?<\/symbol>/g)].map(([all, id = '']) => [id, all]),
  );
  const shapes = [
    ...defs.matchAll(/<(clipPath|linearGradient|radialGradient|pattern|path) id="([^"]+)"[\s\S]*?<\/\1>/g),
  ];
  return drawnPages(drawn).map((page) => {
    const used = new Set([...page.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map(([, id = '']) => id));
    const needed = [
      ...[...used].map((id) => glyphs.get(id) ?? ''),
      ...shapes.filter(([, , id = '']) => used.has(id)).map(([all]) => all),
    ];
    return picture(page, needed.join(''));
  });
}

function picture(page: string, needed: string): string {
  const head =
    `<svg viewBox="0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}" width="${PAGE_WIDTH}" height="${PAGE_HEIGHT}" ` +
    `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`;
  const white = `<path fill="#fff" d="M0 0h${PAGE_WIDTH}v${PAGE_HEIGHT}H0z"/>`;
  const body = page.slice(0, page.lastIndexOf('</g>') + '</g>'.length);
  return `${head}${white}${compact(body, 2)}<defs>${compact(needed, 3)}</defs></svg>`;
}

function compact(svg: string, digits: number): string {
  return svg
    .replaceAll(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(digits))))
    .replaceAll(/ class="[^"]*"| fill-rule="nonzero"| overflow="visible"| x="0" y="0"/g, '')
    .replaceAll(/<(\/?)symbol/g, '<$1g')
    .replaceAll(/<g transform="[^"]*"\/>/g, '')
    .replaceAll(/>\s+</g, '><');
}
