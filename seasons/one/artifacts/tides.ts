/** High and low water at Wick Harbor, from the moon and the sun of the day; heights in feet above mean low water. */

const LONGITUDE = -69.1;
const STEP_MINUTES = 5;
/** Hours by which Eastern Standard Time is behind Greenwich. */
const STANDARD = 5;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Hours after the moon's transit that water is high here, as a phase of the lunar wave. */
const LAG = (11.05 / 12.42) * 360;

/** Height of the water. @param at milliseconds since the epoch */
export function heightAt(at: number): number {
  const centuries = (at / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const moon = 218.3164477 + 481_267.88123421 * centuries;
  const sun = 280.46646 + 36_000.76983 * centuries;
  const perigee = 83.3532465 + 4069.0137287 * centuries;
  const solar = ((at % 86_400_000) / 3_600_000) * 15 + LONGITUDE + 180;
  const lunar = solar + sun - moon;
  return (
    5 +
    4.5 * Math.cos(radians(2 * lunar - LAG)) +
    0.7 * Math.cos(radians(2 * solar - LAG - 35)) +
    Math.cos(radians(2 * lunar - moon + perigee - LAG + 28))
  );
}

/** The moon's elongation from the sun in degrees: 0 new, 180 full. @param at milliseconds since the epoch */
export function elongationAt(at: number): number {
  const t = (at / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
  const d = radians(297.8501921 + 445_267.1114034 * t);
  const m = radians(357.5291092 + 35_999.0502909 * t);
  const mp = radians(134.9633964 + 477_198.8675055 * t);
  const f = radians(93.272095 + 483_202.0175233 * t);
  const moon =
    218.3164477 +
    481_267.88123421 * t +
    6.289 * Math.sin(mp) +
    1.274 * Math.sin(2 * d - mp) +
    0.658 * Math.sin(2 * d) +
    0.214 * Math.sin(2 * mp) -
    0.186 * Math.sin(m) -
    0.114 * Math.sin(2 * f);
  const sun = 280.46646 + 36_000.76983 * t + 1.915 * Math.sin(m);
  return (((moon - sun) % 360) + 360) % 360;
}

export interface Water {
  readonly kind: 'high' | 'low';
  /** `HH:MM`, Eastern Standard Time. */
  readonly at: string;
  readonly feet: number;
}

/** The tides of one day, Eastern Standard Time. @param day `YYYY-MM-DD` */
export function tidesOn(day: string): readonly Water[] {
  const start = Date.parse(`${day}T00:00:00Z`) + STANDARD * 3_600_000;
  const step = STEP_MINUTES * 60_000;
  const tides: Water[] = [];
  for (let minutes = 0; minutes < 1440; minutes += STEP_MINUTES) {
    const at = start + minutes * 60_000;
    const [before, here, after] = [heightAt(at - step), heightAt(at), heightAt(at + step)];
    const kind = here > before && here >= after ? 'high' : here < before && here <= after ? 'low' : null;
    if (kind !== null) tides.push({ kind, at: clock(minutes), feet: Math.round(here * 10) / 10 });
  }
  return tides;
}

/** `HH:MM` of minutes since midnight. */
export function clock(minutes: number): string {
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** Minutes since midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
