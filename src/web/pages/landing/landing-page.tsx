import { Declaration } from './declaration.tsx';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Letters } from './letters.tsx';
import { Pricing } from './pricing.tsx';
import { Statements } from './statements.tsx';
import { Story } from './story.tsx';
import { ComingSeasons } from './coming-seasons.tsx';
import type { TimetableProps } from './timetable.tsx';

export function LandingPage(timetable: TimetableProps) {
  return (
    <>
      <Hero />
      <Story />
      <Declaration />
      <HowItWorks />
      <Letters />
      <Statements />
      <Pricing {...timetable} />
      <ComingSeasons />
      <Faq />
    </>
  );
}
