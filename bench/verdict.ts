export function verdict(held: boolean): string {
  return held ? 'met' : 'missed';
}
