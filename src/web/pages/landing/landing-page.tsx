import { Declaration } from './declaration.tsx';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { How } from './how.tsx';
import { Letters } from './letters.tsx';
import { Pricing } from './pricing.tsx';
import { Statements } from './statements.tsx';
import { Story } from './story.tsx';
import { ToCome } from './to-come.tsx';
import type { TimetableProps } from './timetable.tsx';

export function LandingPage(timetable: TimetableProps) {
  return (
    <>
      <Hero />
      <Story />
      <Declaration />
      <How />
      <Letters />
      <Statements />
      <Pricing {...timetable} />
      <ToCome />
      <Faq />
    </>
  );
}
