import { ANNOUNCED, AnnouncedSeasons } from '../season-waits/announced-seasons.tsx';
import { Section } from './section.tsx';

export function ComingSeasons() {
  if (ANNOUNCED.length === 0) return null;
  return (
    <Section
      id="to-come"
      title="Still being typed"
      kicker="The seasons to come"
      ground="paper"
      lead="These seasons aren’t on sale yet. We can email you when they are."
    >
      <AnnouncedSeasons level="h3" />
    </Section>
  );
}
