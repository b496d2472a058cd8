/** Wick Harbor on foot, and the bell of Saint Brendan's on the night of the gale. */

export const townMap = {
  title: 'Wick Harbor, walked by R.C. with a watch',
  scale: 'Minutes on foot. Dotted: under water that night, the causeway from 8:40, the rest from 10:30.',
  /** Hundredths of the sheet, from the upper left. */
  places: [
    { id: 'office', name: 'Post office', x: 48, y: 58 },
    { id: 'slip', name: 'Slip', x: 40, y: 66 },
    { id: 'hall', name: 'Town Hall, constable', x: 60, y: 46 },
    { id: 'church', name: 'Saint Brendan’s and rectory', x: 52, y: 22 },
    { id: 'vane', name: 'Prospect House', x: 24, y: 34 },
    { id: 'cannery', name: 'Cannery (closed)', x: 22, y: 58 },
    { id: 'thorne', name: 'Dr. Thorne, Water Street', x: 70, y: 60 },
    { id: 'cove', name: 'Back Cove, Mrs. Pike', x: 78, y: 28 },
    { id: 'light', name: 'The Light', x: 88, y: 84 },
  ],
  paths: [
    { from: 'office', to: 'slip', name: 'Ferry Road', minutes: 2, dotted: true },
    { from: 'office', to: 'hall', name: 'Ferry Road', minutes: 4, dotted: false },
    { from: 'office', to: 'church', name: 'Upper path', minutes: 9, dotted: false },
    { from: 'office', to: 'vane', name: 'Cannery Lane', minutes: 6, dotted: false },
    { from: 'slip', to: 'cannery', name: 'Wharf', minutes: 3, dotted: true },
    { from: 'cannery', to: 'vane', name: 'Steps', minutes: 5, dotted: false },
    { from: 'church', to: 'vane', name: 'Hill Road', minutes: 8, dotted: false },
    { from: 'hall', to: 'church', name: 'Church Street', minutes: 7, dotted: false },
    { from: 'hall', to: 'thorne', name: 'Water Street', minutes: 3, dotted: false },
    { from: 'thorne', to: 'light', name: 'Causeway', minutes: 25, dotted: true },
    { from: 'hall', to: 'cove', name: 'Cove Road', minutes: 11, dotted: false },
    { from: 'church', to: 'cove', name: 'Cove Road', minutes: 10, dotted: false },
  ],
} as const;

/** Minutes of the shortest walk. @param flooded whether the dotted paths are under water */
export function walk(from: string, to: string, flooded = true): number {
  const reached = new Map<string, number>([[from, 0]]);
  for (let changed = true; changed;) {
    changed = false;
    for (const { from: a, to: b, minutes, dotted } of townMap.paths) {
      if (dotted && flooded) continue;
      for (const [start, end] of [[a, b] as const, [b, a] as const]) {
        const sum = (reached.get(start) ?? Infinity) + minutes;
        if (sum < (reached.get(end) ?? Infinity)) {
          reached.set(end, sum);
          changed = true;
        }
      }
    }
  }
  return reached.get(to) ?? Infinity;
}

const QUARTERS = 15;
/** One blow at eight, one more each quarter; at this quarter he gave one too many. */
const TOO_MANY = '9:15 PM';

function quarter(index: number): string {
  return `${8 + Math.floor(index / 4)}:${String((index % 4) * 15).padStart(2, '0')} PM`;
}

export const bellBook = {
  title: 'Bell, Monday, September 23, 1957. One blow at eight, and one more each quarter',
  rows: Array.from({ length: QUARTERS }, (_, index) => {
    const at = quarter(index);
    return { at, blows: index + 1 + (at === TOO_MANY ? 1 : 0), rung: 'W.P.', counted: 'E.R.' };
  }),
} as const;
