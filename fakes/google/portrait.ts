export function portrait(background: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<rect width="96" height="96" fill="${background}"/>
<ellipse cx="48" cy="48" rx="36" ry="43" fill="none" stroke="#f4ecd9" stroke-opacity=".45" stroke-width="1.5"/>
<path d="M18 96c2-17 12-23 23-26 1-3 1-6 0-8-8-6-11-15-10-24C32 25 41 18 51 19c11 1 18 9 17 19l5 9c1 2-1 3-4 3 0 3 1 5 0 8-1 4-5 5-11 4-1 3-1 5 0 8 11 3 19 9 21 26z" fill="#f4ecd9"/>
</svg>`;
}
