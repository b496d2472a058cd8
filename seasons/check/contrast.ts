/** WCAG's ratio of two colors once a black printer has made them grey: from 1 (alike) to 21. Colors are `#rrggbb`, or `#rrggbbaa` on the other. */
export function contrastInGrey(ink: string, ground: string): number {
  const [light, dark] = [luminanceOf(greyOf(ink, greyOf(ground, 1))), luminanceOf(greyOf(ground, 1))].sort(
    (a, b) => b - a,
  );
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** From 0 to 1, as video and printer drivers weigh the three. */
function greyOf(color: string, beneath: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[0-9a-f]{2}/gi) ?? []).map(
    (part) => Number.parseInt(part, 16) / 255,
  );
  return (0.299 * red + 0.587 * green + 0.114 * blue) * alpha + beneath * (1 - alpha);
}

function luminanceOf(grey: number): number {
  return grey <= 0.04045 ? grey / 12.92 : ((grey + 0.055) / 1.055) ** 2.4;
}
